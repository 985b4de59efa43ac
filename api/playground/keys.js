// The keys of a tenant: a list, a form for a new one, and how one is rotated or revoked.
import { html, useEffect, useState } from "./html.js";
import { call } from "./client.js";
import { Choice, Text, useSubmit } from "./form.js";
import { Grid } from "./grid.js";
import { Trouble } from "./trouble.js";

const uses = [
  { id: "read,write,stream", label: "a platform: read, write, stream" }, { id: "read,stream", label: "a reader: read, stream" },
  { id: "admin", label: "an administrator: everything" }, { id: "metrics", label: "Prometheus: metrics only" },
];

// when writes a time, or nothing where there is none.
const when = time => (time ? new Date(time).toLocaleString() : "–");

const state = key => (key.revoked_at ? `revoked ${when(key.revoked_at)}` : Date.parse(key.expires_at) < Date.now() ? "expired" : key.successor ? `rotated, until ${when(key.expires_at)}` : "in use");

export function Keys() {
  const [keys, setKeys] = useState(null);
  const [error, setError] = useState(null);
  const [made, setMade] = useState("");
  const load = () => call("GET", "/v1/keys").then(page => { setKeys(page.keys); setError(null); }, setError);
  useEffect(() => { load(); }, []);
  const act = async (method, path, body) => {
    const answer = await call(method, path, body);
    setMade(answer?.key ?? "");
    await load();
  };
  const start = (...request) => act(...request).catch(setError);
  return html`<section class="card part" aria-labelledby="keys"><h2 id="keys">Keys</h2>
    <${Trouble} error=${error} />
    ${made && html`<div role="status"><p><strong>The new key. Store it now: nobody can read it again.</strong></p><pre tabindex="0">${made}</pre></div>`}
    ${keys && html`<${Grid} label="Keys" rows=${keys} id=${k => k.id} empty="No keys were made. Whoever reaches this server over loopback, or has RINGER_API_KEY, may do everything." columns=${[
      ["Key", k => html`<code>rk_${k.id}_…</code>`], ["Name", k => html`<bdi>${k.name}</bdi>`], ["Scopes", k => k.scopes.join(", ")], ["Made", k => when(k.created_at)],
      ["Last used", k => when(k.last_used_at)], ["State", state], ["Change", k => !k.revoked_at && html`<${Actions} id=${k.id} start=${start} />`]]} />
      <${Make} act=${act} />`}
  </section>`;
}

// Actions ends a key. A revocation cannot be taken back, so it takes two clicks.
function Actions({ id, start }) {
  const [sure, setSure] = useState(false);
  return html`<button type="button" class="quiet" aria-label=${`Rotate ${id}`} onClick=${() => start("POST", `/v1/keys/${id}/rotate`, {})}>Rotate</button>${" "}
    ${sure ? html`<button type="button" class="quiet" onClick=${() => start("DELETE", `/v1/keys/${id}`)}>Revoke it now</button>`
    : html`<button type="button" class="quiet" aria-label=${`Revoke ${id}`} onClick=${() => setSure(true)}>Revoke …</button>`}`;
}

function Make({ act }) {
  const [{ name, use, days }, set] = useState({ name: "", use: uses[0].id, days: "" });
  const change = field => value => set(was => ({ ...was, [field]: value }));
  const { busy, error, submit } = useSubmit(() => act("POST", "/v1/keys", { name, scopes: use.split(","), expires_in_s: days.trim() === "" ? undefined : Number(days) * 86400 }));
  return html`<form onSubmit=${submit} aria-label="New key">
    <h3>New key</h3>
    <${Trouble} error=${error} />
    <div class="row">
      <${Text} label="Name" value=${name} change=${change("name")} error=${error?.at?.("/name")} autocomplete="off" />
      <${Choice} label="For" value=${use} options=${uses} change=${change("use")} />
      <${Text} label="Days until it expires" value=${days} placeholder="never" inputmode="numeric" change=${change("days")} error=${error?.at?.("/expires_in_s")} autocomplete="off" />
      <p><button class="main" disabled=${busy}>Make a key</button></p>
    </div>
  </form>`;
}
