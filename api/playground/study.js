// A study: people agree to take part, wait for the others, play, and answer the survey.
import { html, useEffect, useState } from "./html.js";
import { call, deliver, newID } from "./client.js";
import { useSubmit } from "./form.js";
import { Play } from "./play.js";
import { Trouble } from "./trouble.js";

const asksEach = 2000;

// Study is the whole way of a person. The address has the key of a person who has agreed, so it leads
// back after a reload.
export function Study({ parts: [key = ""] }) {
  const [about, setAbout] = useState(null);
  useEffect(() => { deliver("GET", "/playground/study", undefined, { waiting: setAbout }).then(setAbout, setAbout); }, []);
  if (!about || about instanceof Error) return html`<h1>Study</h1>${about?.code === "route_not_found" ? html`<p>This server runs no study. Ask whoever gave you the link.</p>` : html`<${Trouble} error=${about} />`}`;
  return key ? html`<${Taking} about=${about} key=${key} id=${key} />` : html`<${Consent} about=${about} />`;
}

const paragraphs = text => text.trim().split(/\n\s*\n/).map(p => html`<p class="said">${p}</p>`);

function Consent({ about }) {
  const [agree, setAgree] = useState(false);
  const [declined, setDeclined] = useState(false);
  const [key] = useState(() => `st_${newID().slice(4)}`); // whoever presses twice is one person
  const { error, busy, submit } = useSubmit(async waiting => {
    await deliver("POST", "/playground/study/people", { agree, key }, { waiting });
    location.replace(`#/study/${key}`);
  });
  if (about.over) return html`<h1>${about.title}</h1><p>The study is over. Thank you for your interest.</p>`;
  if (declined) return html`<h1>${about.title}</h1><p role="status">You do not take part. Nothing was stored.</p>`;
  return html`<h1>${about.title}</h1>
    <p class="lead"><strong>Some or all of the other players may be bots.</strong> They write when a person would write. What you write and choose is stored for the study, and goes to this server and to its model. Write nothing that tells who you are.</p>
    <section class="card" aria-label="Consent">${paragraphs(about.consent)}
      <p>You may stop at any time, without a reason. Then nothing of what you said or answered is used.</p>
      <form onSubmit=${submit} aria-label="Agree">
        <p><label><input type="checkbox" checked=${agree} onChange=${e => setAgree(e.target.checked)} /> I have read this, and agree to take part</label></p>
        <p class="row"><button class="main" disabled=${!agree || busy}>Take part</button> <button type="button" onClick=${() => setDeclined(true)}>I do not take part</button></p>
        <${Trouble} error=${error} />
      </form>
    </section>`;
}

function Taking({ about, id: key }) {
  const [view, setView] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const lobby = !view || view.step === "lobby" || view.step === "game" && !view.game;
  useEffect(() => {
    if (!lobby) return undefined;
    let here = true, timer;
    const look = () => call("GET", "/playground/study/me", undefined, { token: key }).then(v => { if (here) { setView(v); setTrouble(null); } }, e => {
      if (here) setTrouble(e);
    }).then(() => { if (here) timer = setTimeout(look, asksEach); });
    look();
    return () => { here = false; clearTimeout(timer); };
  }, [lobby]);
  const leave = async () => {
    if (!confirm("Leave the study? Nothing of what you said or answered is used.")) return;
    await deliver("DELETE", "/playground/study/me", undefined, { token: key }).then(() => setView({ step: "left" }), setTrouble);
  };
  const study = { ...about, leave, send: async reply => setView(await call("POST", "/playground/study/me/answers", reply, { token: key })) };
  if (view?.step === "game" && view.game) return html`<${Play} key=${view.game} parts=${[view.game, view.token]} study=${study} /><${Trouble} error=${trouble} />`;
  return html`<h1>${about.title}</h1>
    ${view && html`<${Stage} about=${about} view=${view} />`}
    <${Trouble} error=${trouble} />
    ${view?.step === "lobby" && html`<p><button type="button" onClick=${leave}>Leave the study</button></p>`}`;
}

// Stage says where a person is who does not play now.
function Stage({ about, view }) {
  switch (view.step) {
    case "lobby": return html`<section class="card" aria-label="Lobby"><h2>Please wait</h2>
      <p role="status">${Math.min(view.here, view.people)} of ${view.people} ${view.people === 1 ? "person is" : "people are"} here. The game begins by itself.</p>
      <p class="faint">There will be ${about.players} players. Some or all of the others may be bots. Keep this page open.</p></section>`;
    case "game": return html`<p role="status">The game begins…</p>`;
    case "done": return html`<section class="card" aria-label="The end"><h2>Thank you</h2><p role="status">Your answers are stored. You can close this page.</p>${view.thanks && paragraphs(view.thanks)}</section>`;
    case "over": return html`<section class="card" aria-label="The end"><h2>No game began</h2><p role="status">Too few others came, or the study is complete. Thank you for waiting.</p>${view.thanks && paragraphs(view.thanks)}</section>`;
    default: return html`<p role="status">You have left the study. Nothing of what you said or answered is used.</p>`;
  }
}
