// Starts Swagger UI on this server's document, and carries ids from one answer to the next request: once a session has been
// created, every operation's {id} is that session, every {mid} is the last message that the bot has sent, and every {vid} the last vote.
"use strict";

// What the last answers brought, by the name of the path parameter that takes it.
function idsIn(body) {
  const ids = {};
  if (body?.id?.startsWith?.("ses_")) ids.id = body.id;
  const sent = Array.isArray(body?.events) ? body.events.findLast(e => e.type === "message.sent") : undefined;
  if (sent) ids.mid = sent.message_id;
  if (body?.standing_answer) ids.vid = body.id;
  return ids;
}

// Sets a path parameter of every operation. An operation that has been opened keeps the value by the parameter as it was resolved,
// one that has not by its name.
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

// Leaves out of the document what is no choice here: the one server, and on a server without a key the keys.
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

const ui = SwaggerUIBundle({
  url: new URL("../openapi.yaml", location).href,
  dom_id: "#swagger-ui",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // else it would send the document to a server of Swagger's
  plugins: [withoutChoices],
  responseInterceptor: response => {
    if (response.ok) for (const [name, value] of Object.entries(idsIn(response.obj))) fill(name, value);
    return response;
  },
});
