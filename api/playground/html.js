// What views are written with: html`<b>${text}</b>` makes elements. A text in ${} stays a text.
import { h, render } from "./lib/preact.js";
import htm from "./lib/htm.js";
import { useEffect, useReducer } from "./lib/hooks.js";

export * from "./lib/hooks.js";
export { render };
export const html = htm.bind(h);

// A store tells its watchers when something in it has changed. Changes of one frame are told
// together, since a stream may bring a hundred events at once.
export class Store {
  #watchers = new Set();
  #waiting = false;

  changed() {
    if (this.#waiting) return;
    this.#waiting = true;
    const tell = () => {
      this.#waiting = false;
      for (const watcher of this.#watchers) watcher();
    };
    if (document.hidden) setTimeout(tell, 200); // a hidden page has no frames
    else requestAnimationFrame(tell);
  }

  watch(watcher) {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

// useStore renders a view again when the store has changed.
export function useStore(store) {
  const [, again] = useReducer(n => n + 1, 0);
  useEffect(() => store.watch(again), [store]);
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

