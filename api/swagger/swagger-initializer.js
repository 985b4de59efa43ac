// Starts Swagger UI with this server's document, and copies ids from answers into later requests. After a session was created, the
// {id} of every operation on sessions is that session. Their {mid} is the last message that the bot sent, and {vid} is the last vote.
// The same holds for games.
"use strict";

// Returns the ids in an answer, by the name of the path parameter that takes them.
function idsIn(body) {
  const ids = {};
  if (/^(ses|gam)_/.test(body?.id)) ids.id = body.id;
  const sent = Array.isArray(body?.events) ? body.events.findLast(e => e.type === "message.sent") : undefined;
  if (sent) ids.mid = sent.message_id;
  if (body?.standing_answer || body?.casts) ids.vid = body.id;
  return ids;
}

const filled = {}; // the values that fill has set, by the beginning of a path and the name

// Sets a path parameter of every operation whose path has a beginning. An opened operation stores the value under the resolved
// parameter, other operations store it under the name.
function fill(beginning, name, value) {
  if (filled[beginning + name] === value) return;
  filled[beginning + name] = value;
  const paths = ui.specSelectors.specJson().get("paths");
  paths.forEach((operations, path) => {
    if (!path.startsWith(beginning) || !path.includes(`{${name}}`)) return;
    operations.keySeq().filter(method => method !== "parameters").forEach(method => {
      const at = [path, method];
      ui.specActions.changeParam(at, name, "path", value, false);
      const opened = ui.specSelectors.specResolvedSubtree(["paths", ...at, "parameters"]);
      opened?.filter(p => p.get("in") === "path" && p.get("name") === name)
        .forEach(p => ui.specActions.changeParamByIdentity(at, p, value, false));
    });
  });
}

// The server may be served below a path: "/ringer" for the page /ringer/docs/.
const root = new URL("..", location).pathname.slice(0, -1);

// Removes what users cannot choose: the list of servers, and on a server without a key the security schemes.
const keyless = document.documentElement.dataset.key === "none";
const withoutChoices = () => ({
  statePlugins: { spec: { wrapActions: { updateJsonSpec: original => spec => {
    if (root) spec.servers = [{ url: root }];
    else delete spec.servers;
    if (keyless) {
      delete spec.security;
      delete spec.components?.securitySchemes;
      for (const path of Object.values(spec.paths ?? {})) for (const operation of Object.values(path)) delete operation.security;
    }
    return original(spec);
  } } } },
});

// Folds the answer for all failures, which would take half a screen in each operation. A button unfolds it.
const foldedErrors = ({ React }) => ({
  wrapComponents: { response: Original => props => {
    const [open, setOpen] = React.useState(false);
    if (open || props.code !== "default") return React.createElement(Original, props);
    const codes = [...(props.specSelectors.specJson().getIn(["paths", props.path, props.method, "x-codes"]) ?? [])].sort();
    const button = React.createElement("button", { className: "fold", type: "button", onClick: () => setOpen(true) }, `Errors: ${codes.join(", ")}`);
    return React.createElement("tr", { className: "response", "data-code": "default" },
      React.createElement("td", { className: "response-col_status" }, "default"), React.createElement("td", { className: "response-col_description" }, button));
  } },
});

const ui = SwaggerUIBundle({
  url: new URL("../openapi.yaml", location).href,
  dom_id: "#swagger-ui",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // otherwise Swagger UI would send the document to a server of Swagger
  plugins: [withoutChoices, foldedErrors],
  responseInterceptor: response => {
    const [, kind] = new URL(response.url).pathname.match(/\/v1\/(sessions|games)(?:\/|$)/) ?? [];
    if (response.ok && kind) for (const [name, value] of Object.entries(idsIn(response.obj))) fill(`/v1/${kind}/`, name, value);
    return response;
  },
});
