// A new game: who plays, and by which options.
import { html } from "./html.js";

export const New = () => html`<h1>New game</h1>`;
