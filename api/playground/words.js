// What the codes and names of a log mean, in words.

// labels are names of fields. A name that is not here is shown without its underscores.
const labels = {
  phase_of_play: "Phase of play", knowledge: "What the chat shows", latest_type: "The latest line is", patterns: "How each one behaves", facts: "Facts", fact: "Fact",
  message_seq: "Line", beliefs: "Beliefs", suspicion_percent: "Suspicion", doubted_percent: "Doubt", suspicion: "Level", against: "Speaks against this belief", ally_percent: "Would side with the bot",
  thinks_of_me: "Thinks of the bot", thinks_of_others: "Thinks of others", tells: "What gives them away", evidence_seqs: "Because of", relief_seqs: "Lowered by", log_odds_sum: "Sum of its own log-odds",
  classifier_sum: "Classifier: sum of log-odds",
  next_action: "Means to", reasoning: "Because", suspect_since_seq: "Suspect since", suspect_evidence_seqs: "Suspected because of", goal_since_seq: "Goal since", goal_lines: "Lines for the goal",
  goal_said: "Goal was said", last_goals: "Earlier goals", unsaid_goals: "Goals never said", up_to_seq: "Considered up to", cycles: "Cognitions", reserve: "Line for a silence",
  objective: "Objective", mode: "Mode", support: "Supports", target: "Turns suspicion on", lookaheads: "Looked ahead", spoken: "Wanted to speak", analysed: "Lines analysed",
  last_lookahead: "Last look ahead", urge: "Urge to speak", paths: "What might be said next", last_analyses: "Last analyses", foreseen: "Foreseen", of: "Of", speakers: "Right speakers",
  texts: "Right texts", expected: "Expects next", after_seq: "After", based_on_seq: "Based on", at_ms: "When", asked_at_ms: "Asked", asked: "Asked whether to speak", sends: "Answered send",
  quiet: "Waits in a row", last: "Last decision", balance: "Told to", leaning: "Would be told to", lines: "Lines in the phase", answer: "Answer", guesses: "Guesses about roles",
  words: "Their own words read", role_certain: "Certain", last_contemplation: "Last contemplation", contemplation: "Kind", sub_goals: "Steps", deception: "Who could deceive",
  thought: "First thought", draft: "First draft", readings: "How each role would read it", reads_it_as: "Reads it as", gives_away: "It would give away", refined_thought: "Second thought",
  rounds: "Contemplations", spoke: "Ended with a speech", worry: "Worries about", work: "Works",
};

export function label(name) {
  if (Object.hasOwn(labels, name)) return labels[name];
  const text = name.replace(/_(ms|seqs?|percent)$/, "").replaceAll("_", " ");
  return text ? text[0].toUpperCase() + text.slice(1) : name;
}

// A table of codes: of returns the words for a code, or the code itself.
const table = words => code => (Object.hasOwn(words, code) ? words[code] : String(code).replaceAll("_", " "));

// guard says what a rule of the mouth has found in a text.
export const guard = table({
  empty: "nothing was left of it", repeat: "the bot or somebody else has said this before", self_disclosure: "it says that a bot writes", refusal: "it refuses, as models do",
  assistant: "it sounds like an assistant", secret: "it tells a secret", role: "it tells the bot's role", conceal: "it admits what the bot hides", recital: "it recites instructions",
  markup: "it has markup", link: "it has a link", contact: "it has a number, an account or an address of somebody", command: "it looks like a command",
  system: "it poses as a line of the game", abuse: "it has a slur or a threat", emoji: "it has emoji that nobody uses here", channel: "it tells what not all readers know", asked: "this was asked already",
  long: "it is too long", talk_share: "the bot would talk too much",
});

// dropped says why a plan was given up.
export const dropped = table({
  muted: "the bot was muted", gone: "the bot is out of the game", barred: "the bot may not speak now", stale: "its phase or channel is over, or somebody it names is out",
  dropped: "the chat has moved on", withdrawn: "the bot now prefers silence", rejected: "a guard refused it", commanded: "the platform cancelled it",
});

export const plans = table({ cognition: "a considered answer", reflex: "a quick answer", reserve: "a line for a silence" });

// replaced says why one plan took the place of another.
export function replaced(old, by) {
  if (by.reread && !old.reread) return "written again: it read like a machine's line";
  if (by.refined && !old.refined) return "written again: the others might have misread it";
  if (by.rewritten && !old.rewritten) return "written again: a guard refused it";
  if (by.class !== old.class) return `${plans(by.class)} took its place`;
  return (by.rethinks ?? 0) > (old.rethinks ?? 0) ? "thought again: the chat had moved on" : "a newer text took its place";
}

// fates say what became of the text that a thought proposed.
export const fates = table({
  none: "no text", created: "became the plan", revised: "replaced the plan", kept: "the plan stayed", rejected: "a guard refused it", barred: "the bot may not speak",
  passed: "its phase is over", elsewhere: "it belongs to another channel",
});

export const reasons = table({
  calls_spent: "it has used its calls", tokens_spent: "it has used its tokens", cost_spent: "it has used its money", model_failing: "the model keeps failing",
});

const kinds = {
  "core.biography": "writes who it is", "core.summary": "sums up older lines", "core.rewrite": "writes a refused text again", "core.reconsider": "looks at its plan again",
  "core.refine": "checks how the others would understand its plan", "core.read": "reads lines", "core.reread": "checks whether its plan sounds like a machine", "core.vote": "decides a vote",
  start: "begins", turn: "decides whether to speak", lookahead: "looks ahead", silence: "looks ahead in a silence", analysis: "analyses lines", appraisal: "appraises the others",
  cognition: "updates its mind", reflex: "thinks of a quick answer", contemplation: "contemplates", reserve: "prepares a line for a silence",
};

// kind says what a kind of thought does. What follows a colon names a vote.
export const kind = name => table(kinds)(name.split(":")[0]);

const happenings = table({
  "session.created": "the session begins", "session.updated": "the platform changes the session", "session.ended": "the session ends", "message.sent": "the bot writes",
  "message.receipt": "the platform confirms a line", "message.annotated": "the bot has analysed a line", "message.read": "a model has read lines", "message.scored": "the classifier has read new lines",
  "plan.created": "the bot plans a line", "plan.revised": "the bot changes its plan", "plan.cancelled": "the bot gives up its plan", "plan.commanded": "the platform commands the plan",
  "text.rejected": "a guard refuses a text", "typing.started": "the bot begins to type", "typing.stopped": "the bot stops typing", "belief.updated": "the bot changes a belief",
  "vote.requested": "the bot is asked for a vote", "vote.updated": "a vote has other options", "vote.cancelled": "a vote is over", "vote.cast": "the bot votes", "vote.receipt": "the platform confirms a vote",
  "message.edited": "a line is edited", "message.deleted": "a line is deleted", "player.renamed": "a player has another name", "play.paused": "the game is paused", "play.resumed": "the game goes on",
  "vote.rescheduled": "a vote has another deadline", "vote.replaced": "a player votes again",
  "strategy.degraded": "the bot takes a cheaper path", "strategy.recovered": "the bot takes its usual path again",
  phase: "a phase begins", joined: "a player joins", left: "a player leaves", eliminated: "a player is out", private_info: "the bot learns something alone", muted: "the bot is muted",
  unmuted: "the bot may speak again", typing: "somebody types", ruling: "the game decides something", gamemaster: "the game master writes", host: "the host writes",
});

// happened says what an event is to people.
export function happened({ type, data: d }, log) {
  if (type === "thought.completed") return `the bot ${kind(d.kind)}`;
  if (type === "thought.failed") return `the bot ${kind(d.kind)}, and fails`;
  if (type === "message.received" && (d.kind ?? "player") === "player") return `${log.name(d.sender)} writes`;
  return happenings(/^(message|observation)\.received$/.test(type) ? d.kind : type);
}

// answered says what an answer to a vote chooses. name returns the name of a player.
export const answered = ({ confidence, reason, ...answer }, name) => chosen(answer, name) + (confidence === undefined ? "" : `, sure to ${confidence} of 100`) + (reason ? `: ${reason}` : "");

const chosen = ({ labels, options, number, option }, name = id => id) => labels ? `(${Object.entries(labels).map(([id, label]) => `${name(id)}: ${label}`).join(", ")})`
  : options?.length ? options.map(id => name(id)).join(" and ") : number ?? (option ? name(option) : "nobody");

// remedy is the section of the help page for the code of a failed thought or call, if one fits.
export const remedy = code => (/budget|_spent$/.test(code) ? "budget" : /^model_|^answer_|_failing$/.test(code) ? "model" : "");

// clock writes a time of the game: 1:05.
export function clock(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
}

export const percent = share => `${Math.round(share * 100)} %`;

// chance writes log-odds as a percentage.
export const chance = logOdds => percent(1 / (1 + Math.exp(-logOdds)));

// money writes millionths of the currency of the prices.
export const money = micros => (micros / 1e6).toFixed(micros < 1e6 ? 4 : 2);

export const count = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
