// The calls of this page, each as a curl command.
import { html, useState, useStore } from "./html.js";
import { curl, requests } from "./client.js";

// Copy is a button that copies a text, and says so. The text is shown as well, for browsers that
// do not let pages copy.
export function Copy({ text, label = "Copy as curl" }) {
  const [shown, setShown] = useState("");
  const [said, setSaid] = useState("");
  const copy = async () => {
    const value = text();
    setShown(value);
    // Pages that came by plain HTTP from another machine have no clipboard.
    const copied = await navigator.clipboard?.writeText(value).then(() => true, () => false);
    setSaid(copied ? "Copied." : "Your browser does not let the page copy. Copy this:");
  };
  return html`<span class="copy">
    <button type="button" class="quiet" onClick=${copy}>${label}</button>
    <span role="status">${said}</span>
    ${shown && html`<pre tabindex="0">${shown}</pre>`}
  </span>`;
}

// Calls lists what the page has asked the server to do.
export function Calls() {
  const { list } = useStore(requests);
  const [open, setOpen] = useState(false);
  if (list.length === 0) return null;
  return html`<details class="calls" onToggle=${e => setOpen(e.target.open)}>
    <summary>What this page has asked the API (${list.length})</summary>
    ${open && html`<ol>${list.map(r => html`<li key=${r.n}><code>${r.method} ${r.path}</code> <${Copy} text=${() => curl(r)} /></li>`)}</ol>`}
  </details>`;
}

// save offers a text as a file.
export function save(name, text, type = "application/x-ndjson") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
