// Receivers that are slow or away, as the last deliveries of each webhook tell.
import { html } from "./html.js";
import { call } from "./client.js";
import { median } from "./figures.js";
import { Grid } from "./grid.js";

const last = 100; // deliveries of a webhook

// watchWebhooks returns the webhooks with their last deliveries, the last first.
export async function watchWebhooks() {
  const { webhooks } = await call("GET", "/v1/webhooks");
  return Promise.all(webhooks.map(async w => ({ ...w, ...await call("GET", `/v1/webhooks/${w.id}/deliveries?limit=${last}`) })));
}

const number = state => w => w.deliveries.filter(d => d.state === state).length;
const took = w => median(w.deliveries.filter(d => d.state === "delivered").map(d => d.took_ms));

export const Webhooks = ({ webhooks }) => html`<section class="card part" aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
  <p class="faint">Of the last ${last} deliveries of each. Took is the median time of the receiver.</p>
  <${Grid} label="Webhooks" rows=${webhooks} id=${w => w.id} empty="No webhook was made." columns=${[
    ["Address", w => html`<bdi>${w.url}</bdi>`], ["State", w => (w.active ? "active" : html`<strong>stopped</strong> ${w.reason}`)], ["Delivered", number("delivered"), true], ["Waiting", number("pending"), true],
    ["Dead", number("dead"), true], ["Took", w => (took(w) === null ? "–" : `${Math.round(took(w))} ms`), true], ["Last error", w => w.deliveries.find(d => d.error)?.error ?? ""]]} />
</section>`;
