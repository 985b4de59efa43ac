// The line that the person types.
import { html, useEffect, useRef, useState } from "./html.js";
import { call, deliver, newID } from "./client.js";
import { Trouble } from "./trouble.js";

// The bots are told that the person is typing, and again after this time.
const typingEvery = 4000;

// Composer writes into one of several chats, if it has a channel.
export function Composer({ game, token, channel, pending, setPending }) {
  const where = channel === undefined ? {} : { channel }, id = channel === undefined ? "" : `-${channel}`;
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState(null);
  const told = useRef(0);
  const queue = useRef(Promise.resolve());
  const stored = useRef(new Set()); // the ids of the lines that were answered
  const input = useRef(null);
  const muted = game.channel === null;
  // Some browsers take the focus from the field while the player is muted. A phone would cover half
  // of the chat with its keyboard.
  useEffect(() => {
    const idle = ["BODY", "MAIN"].includes(document.activeElement?.tagName);
    if (!muted && idle && (id === "" || channel === game.chats[0]) && matchMedia("(pointer: fine)").matches) input.current.focus();
  }, [muted]);
  const path = `/v1/games/${game.id}`;
  const write = e => {
    setText(e.target.value);
    setTrouble(null);
    if (e.target.value === "" || muted || Date.now() - told.current < typingEvery) return;
    told.current = Date.now();
    call("POST", `${path}/observations`, { kind: "typing", player: game.seat, ...where }, { token, quiet: true }).catch(() => {});
  };
  // Lines go one after the other, so that their order stays. A line that is refused goes back to
  // where it was typed, before what stands there meanwhile.
  const send = line => async () => {
    // What the log shows by now, and what an answer has named, are earlier lines, perhaps of the same text.
    Object.assign(line, { after: game.lines.at(-1)?.seq ?? 0, stored: stored.current });
    try {
      const { messages: [{ view_id: shown }] } = await deliver("POST", `${path}/messages`, { id: line.id, sender: game.seat, text: line.text, ...where }, { token, waiting: setTrouble });
      stored.current.add(shown);
      setTrouble(null);
      setPending(list => list.map(p => p.id === line.id ? { ...p, shown } : p));
    } catch (error) {
      setTrouble(error);
      setPending(list => list.filter(p => p.id !== line.id));
      setText(now => now ? `${line.text} ${now}` : line.text);
    }
  };
  const submit = e => {
    e.preventDefault();
    if (text.trim() === "") return;
    const line = { id: newID(), text, channel };
    setPending([...pending, line]);
    setText("");
    told.current = 0;
    queue.current = queue.current.then(send(line));
  };
  return html`<form onSubmit=${submit} aria-label=${id ? `Write to ${game.readers(channel)}` : "Write"}>
    <div class="composer">
      <input id=${`message${id}`} aria-label=${id ? `Your message to ${game.readers(channel)}` : "Your message"} placeholder=${muted ? "You cannot speak now" : "Write a message"} value=${text} onInput=${write} autocomplete="off" disabled=${muted && text === ""}
        aria-invalid=${trouble ? "true" : undefined} aria-describedby=${`said-wrong${id}`} ref=${input} />
      <button class="main" disabled=${text.trim() === ""}>Send</button>
    </div>
    <div id=${`said-wrong${id}`}><${Trouble} error=${trouble} /></div>
  </form>`;
}
