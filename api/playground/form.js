// Forms: labelled fields with a hint and an error, and whole forms from a JSON schema.
import { html, useEffect, useRef, useState } from "./html.js";

let numbers = 0;

// Field is a label with an input in it, a hint below it, and what is wrong with its value. input
// gets the attributes that connect them.
export function Field({ label, hint, error, input }) {
  const [id] = useState(() => `field-${++numbers}`);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return html`<div class=${error ? "field wrong" : "field"}>
    <label for=${id}>${label}</label>
    ${input({ id, "aria-describedby": described || undefined, "aria-invalid": error ? "true" : undefined })}
    ${hint && html`<small id=${`${id}-hint`}>${hint}</small>`}
    ${error && html`<p class="error" role="alert" id=${`${id}-error`}>${error}</p>`}
  </div>`;
}

export const Text = ({ label, hint, error, value, change, ...rest }) => html`<${Field} label=${label} hint=${hint} error=${error}
  input=${at => html`<input ...${at} ...${rest} value=${value} onInput=${e => change(e.target.value)} />`} />`;

export const Choice = ({ label, hint, error, value, change, options, ...rest }) => html`<${Field} label=${label} hint=${hint} error=${error}
  input=${at => html`<select ...${at} ...${rest} value=${value} onChange=${e => change(e.target.value)}>
    ${options.map(o => html`<option key=${o.id ?? o} value=${o.id ?? o} selected=${(o.id ?? o) === value}>${o.label ?? o}</option>`)}
  </select>`} />`;

// words makes a name of a field readable: day_ms becomes "Day (ms)".
const words = name => {
  const text = name.replace(/_ms$/, " (ms)").replaceAll("_", " ");
  return text[0].toUpperCase() + text.slice(1);
};

// number returns what was typed as a number. The server says what is wrong with another text.
export const number = text => (text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text);

// fitting leaves an integer that is too large for a number as a text.
const fitting = (text, schema) => (schema.type === "integer" && !Number.isSafeInteger(Number(text)) ? text : number(text));

// Lines is a list of texts, one a line. It keeps what was typed, also a line that is still empty.
function Lines({ value, change, ...rest }) {
  const [text, setText] = useState(value.join("\n"));
  return html`<textarea ...${rest} rows="3" value=${text} onInput=${e => { setText(e.target.value); change(e.target.value.split("\n").filter(Boolean)); }} />`;
}

// Property is one property of a schema as a field. A value that is empty is left out of the
// options, and so the server takes its default.
function Property({ name, schema, value, change, error }) {
  const field = { label: words(name), hint: schema.description, error };
  const fallback = schema.default;
  if (schema.enum) return html`<${Choice} ...${field} value=${value ?? fallback} options=${schema.enum} change=${v => change(v === fallback ? undefined : v)} />`;
  if (schema.type === "boolean") {
    return html`<${Field} ...${field} input=${at => html`<input ...${at} type="checkbox" checked=${value ?? fallback} onChange=${e => change(e.target.checked === fallback ? undefined : e.target.checked)} />`} />`;
  }
  if (schema.type === "array") {
    return html`<${Field} ...${field} hint=${`${schema.description} One a line.`} input=${at => html`<${Lines} ...${at} value=${value ?? []} change=${list => change(list.length ? list : undefined)} />`} />`;
  }
  const numeric = schema.type === "integer" || schema.type === "number";
  return html`<${Text} ...${field} value=${value ?? ""} placeholder=${String(fallback ?? "")} inputmode=${numeric ? "decimal" : undefined} maxlength=${schema.maxLength}
    change=${v => change(v === "" ? undefined : numeric ? fitting(v, schema) : v)} />`;
}

// useSubmit returns what a form does when it is sent, whether it is doing so, and what went wrong.
// The focus goes to the first field that is wrong. act gets a function that shows an error meanwhile.
export function useSubmit(act) {
  const [{ busy, error }, set] = useState({ busy: false, error: null });
  const form = useRef(null);
  useEffect(() => form.current?.querySelector("[aria-invalid]")?.focus(), [error]);
  const submit = e => {
    e.preventDefault();
    form.current = e.currentTarget;
    set({ busy: true, error: null });
    act(error => set({ busy: true, error })).then(() => set({ busy: false, error: null }), error => set({ busy: false, error }));
  };
  return { busy, error, submit };
}

// SchemaForm shows the properties of a schema. value holds the options that differ from the
// defaults. wrong returns the error of a property.
export function SchemaForm({ schema, value = {}, change, wrong = () => null }) {
  const set = (name, v) => {
    const { [name]: _, ...rest } = value;
    change(v === undefined ? rest : { ...rest, [name]: v });
  };
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => html`<${Property} key=${name} name=${name} schema=${property} value=${value[name]}
    error=${wrong(name)} change=${v => set(name, v)} />`);
}
