// A table with a row for each item. A column has a title, what a row shows in it, and whether that is
// a number.
import { html } from "./html.js";

export function Grid({ label, rows, id, columns, empty }) {
  if (rows.length === 0) return html`<p>${empty}</p>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${label}><table>
    <thead><tr>${columns.map(([title, , number]) => html`<th scope="col" key=${title} class=${number ? "n" : ""}>${title}</th>`)}</tr></thead>
    <tbody>${rows.map(row => html`<tr key=${id(row)}>${columns.map(([title, shown, number], i) => {
      const value = shown(row), text = typeof value === "number" ? value.toLocaleString("en") : value;
      return i === 0 ? html`<th scope="row" key=${title}>${text}</th>` : html`<td key=${title} class=${number ? "n" : ""}>${text}</td>`;
    })}</tr>`)}</tbody>
  </table></div>`;
}
