// What this server can play: rules, strategies and models. It is asked once.
import { useEffect, useState } from "./html.js";
import { call } from "./client.js";

let known;

const load = async () => {
  const [{ rules }, { strategies }, ready] = await Promise.all([call("GET", "/v1/rules"), call("GET", "/v1/strategies"), call("GET", "/readyz").catch(() => ({}))]);
  return { rules: rules.filter(r => r.options), strategies, model: ready.model ?? "", offline: ready.model === "offline", warnings: ready.warnings ?? [] };
};

// useCatalog returns the catalog, null until it is there, or the error.
export function useCatalog() {
  const [catalog, set] = useState(null);
  useEffect(() => {
    known ??= load();
    known.then(set, e => { known = undefined; set(e); });
  }, []);
  return catalog;
}
