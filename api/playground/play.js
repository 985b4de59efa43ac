// A game that is played or watched from a seat.
import { html } from "./html.js";

export const Play = () => html`<h1>Game</h1>`;
