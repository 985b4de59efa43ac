// Starts Swagger UI with this server's document, and copies ids from answers into later requests. After a session was created, the
// {id} of every operation is that session. Every {mid} is the last message that the bot sent, and every {vid} is the last vote.
"use strict";

// Returns the ids in an answer, by the name of the path parameter that takes them.
function idsIn(body) {
  const ids = {};
  if (body?.id?.startsWith?.("ses_")) ids.id = body.id;
  const sent = Array.isArray(body?.events) ? body.events.findLast(e => e.type === "message.sent") : undefined;
  if (sent) ids.mid = sent.message_id;
  if (body?.standing_answer) ids.vid = body.id;
  return ids;
}

// Sets a path parameter of every operation. An opened operation stores the value under the resolved parameter, other operations
// store it under the name.
function fill(name, value) {
  const paths = ui.specSelectors.specJson().get("paths");
  paths.forEach((operations, path) => {
    if (!path.includes(`{${name}}`)) return;
    operations.keySeq().filter(method => method !== "parameters").forEach(method => {
      const at = [path, method];
      ui.specActions.changeParam(at, name, "path", value, false);
      const opened = ui.specSelectors.specResolvedSubtree(["paths", ...at, "parameters"]);
      opened?.filter(p => p.get("in") === "path" && p.get("name") === name)
        .forEach(p => ui.specActions.changeParamByIdentity(at, p, value, false));
    });
  });
}

// Removes what users cannot choose: the list of servers, and on a server without a key the security schemes.
const keyless = document.documentElement.dataset.key === "none";
const withoutChoices = () => ({
  statePlugins: { spec: { wrapActions: { updateJsonSpec: original => spec => {
    delete spec.servers;
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
    const codes = [...(props.response.getIn(["content", "application/problem+json", "examples"])?.keySeq() ?? [])].sort();
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
    if (response.ok) for (const [name, value] of Object.entries(idsIn(response.obj))) fill(name, value);
    return response;
  },
});
