// The chat: what was said, newest last. It follows the newest line unless the reader has scrolled
// up.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";

// step is how many lines more are shown at a time, from the newest one on. A long chat at once would
// make the page stall.
const step = 60;

const near = box => box.scrollHeight - box.scrollTop - box.clientHeight < 60;

// view returns a line of the log as an element. It keeps it, and so the browser compares nothing
// when another line comes. Beside another chat it is made anew, since some lines stand in both.
function view(game, line, channel) {
  return channel === undefined ? line.view ??= made(game, line, line.channel) : made(game, line);
}

function made(game, line, channel) {
  return line.kind === "note"
    ? html`<li key=${line.seq} class="note">${line.text}</li>`
    : html`<li key=${line.seq} class=${`line ${line.kind} ${line.sender === game.seat ? "mine" : ""} ${line.channel && "aside"}`}>
        <span class=${`who ${game.colour(line.sender)}`}>${line.kind === "gamemaster" ? "Game master" : game.name(line.sender)}${channel && html` <i>in ${channel}</i>`}</span>
        <span class="text" dir="auto">${line.text}</span>${line.edited && html` <small>edited</small>`}
      </li>`;
}

// Chat shows all channels, or one of several chats with the lines that everybody reads.
export function Chat({ game, waiting = [], channel }) {
  const box = useRef(null);
  const [below, setBelow] = useState(true);
  const [limit, setLimit] = useState(step);
  const lines = channel === undefined ? game.shown : game.shown.filter(l => !l.channel || l.channel === channel);
  const count = lines.length + waiting.length;
  useEffect(() => {
    if (limit >= lines.length) return undefined;
    const more = setTimeout(() => setLimit(limit + step), 20);
    return () => clearTimeout(more);
  }, [limit, limit < lines.length]);
  const toEnd = () => { if (box.current) box.current.scrollTop = box.current.scrollHeight; };
  useLayoutEffect(() => { if (below) toEnd(); }, [count, below, limit]);
  useEffect(() => {
    const element = box.current;
    const scrolled = () => setBelow(near(element)); // also just after the chat has gone
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => element.removeEventListener("scroll", scrolled);
  }, []);
  useEffect(() => { // a vote makes the box smaller, and a line that is drawn makes the list longer
    const resized = new ResizeObserver(() => { if (below) toEnd(); });
    resized.observe(box.current);
    resized.observe(box.current.firstChild);
    return () => resized.disconnect();
  }, [below]);
  return html`
    <div class="log" role="log" aria-label=${channel === undefined ? "Messages" : `Messages with ${game.readers(channel)}`} aria-busy=${limit < lines.length} tabindex="0" ref=${box}><ol>
      ${lines.slice(-limit).map(line => view(game, line, channel))}
      ${waiting.map(p => html`<li key=${p.id} class="line mine waiting"><span class="who">${game.name(game.seat)}</span><span class="text" dir="auto">${p.text}</span></li>`)}
    </ol></div>
    ${!below && html`<p><button type="button" class="quiet" onClick=${() => { setBelow(true); toEnd(); }}>To the newest line</button></p>`}`;
}
