// The chat: what was said, newest last. It follows the newest line unless the reader has scrolled
// up.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { view } from "./game.js";

// step is how many lines more are shown at a time, from the newest one on. A long chat at once would
// make the page stall.
const step = 60;

const near = box => box.scrollHeight - box.scrollTop - box.clientHeight < 60;

export function Log({ game, waiting = [] }) {
  const box = useRef(null);
  const [below, setBelow] = useState(true);
  const [limit, setLimit] = useState(step);
  const count = game.lines.length + waiting.length;
  useEffect(() => {
    if (limit >= game.lines.length) return undefined;
    const more = setTimeout(() => setLimit(limit + step), 20);
    return () => clearTimeout(more);
  }, [limit, limit < game.lines.length]);
  const toEnd = () => { if (box.current) box.current.scrollTop = box.current.scrollHeight; };
  useLayoutEffect(() => { if (below) toEnd(); }, [count, below, limit]);
  useEffect(() => {
    const scrolled = () => setBelow(near(box.current));
    const element = box.current;
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => element.removeEventListener("scroll", scrolled);
  }, []);
  useEffect(() => { // a vote makes the box smaller
    const resized = new ResizeObserver(() => { if (below) toEnd(); });
    resized.observe(box.current);
    return () => resized.disconnect();
  }, [below]);
  return html`
    <div class="log" role="log" aria-label="Messages" aria-busy=${limit < game.lines.length} tabindex="0" ref=${box}><ol>
      ${game.lines.slice(-limit).map(line => view(game, line))}
      ${waiting.map(p => html`<li key=${p.id} class="line mine waiting"><span class="who">${game.name(game.seat)}</span><span class="text" dir="auto">${p.text}</span></li>`)}
    </ol></div>
    ${!below && html`<p><button type="button" class="quiet" onClick=${() => { setBelow(true); toEnd(); }}>To the newest line</button></p>`}`;
}
