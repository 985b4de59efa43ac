// What views are written with: html`<b>${text}</b>` makes elements. A text in ${} stays a text.
import { h, render } from "./lib/preact.js";
import htm from "./lib/htm.js";
import { useEffect, useReducer, useState } from "./lib/hooks.js";

export * from "./lib/hooks.js";
export { render };
export const html = htm.bind(h);

// A store tells its watchers when something in it has changed. Changes of one frame are told
// together, since a stream may bring a hundred events at once.
export class Store {
  #watchers = new Set();
  #waiting = false;
  // version counts the changes.
  version = 0;

  changed() {
    this.version++;
    if (this.#waiting) return;
    this.#waiting = true;
    const tell = () => {
      if (!this.#waiting) return;
      this.#waiting = false;
      for (const watcher of this.#watchers) watcher();
    };
    requestAnimationFrame(tell);
    setTimeout(tell, 200); // a page that nobody sees has no frames
  }

  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

// useStore renders a view again when the store has changed.
export function useStore(store) {
  const [, again] = useReducer(n => n + 1, 0);
  const { version } = store;
  useEffect(() => {
    if (store.version !== version) again({}); // it changed before this view was shown
    return store.watch(again);
  }, [store]);
  return store;
}

// useClock renders a view again every ms milliseconds, while it is on.
export function useClock(ms, on = true) {
  const [, again] = useReducer(n => n + 1, 0);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(again, ms);
    return () => clearInterval(timer);
  }, [ms, on]);
}

// useEvery asks for something every ms milliseconds, while it is on. It returns the last answer, null
// before the first one, and the error of the last time.
export function useEvery(ms, ask, on = true) {
  const [got, set] = useState({ answer: null, error: null });
  useEffect(() => {
    if (!on) return undefined;
    let timer, here = true;
    const look = async () => {
      const next = await ask().then(answer => ({ answer, error: null }), error => ({ error }));
      if (!here) return;
      set(was => ({ ...was, ...next }));
      timer = setTimeout(look, ms);
    };
    look();
    return () => { here = false; clearTimeout(timer); };
  }, [ms, on]);
  return got;
}
