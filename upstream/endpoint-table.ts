import { allEndpoints, contract } from "#app/contract";
import type { Endpoint } from "#app/contract/endpoint";
import type { Api } from "#upstream/call/implement";
import { implementations } from "./modules";

export type EndpointRow = Pick<Endpoint, "method" | "path" | "auth" | "summary"> & {
  /** `site.article.get`. */
  name: string;
  endpoint: Endpoint;
  implemented: boolean;
};

/** Every call of the contract in its order, and whether this upstream implements it. */
export function endpointRows(): EndpointRow[] {
  const handlers = new Map(implementations.map((one) => [one.api, one.handlers]));
  const implemented = new Set<Endpoint>();
  for (const api of Object.values(contract).flatMap((nouns) => Object.values(nouns) as Api[])) {
    for (const [call, endpoint] of Object.entries(api)) if (handlers.get(api)?.[call]) implemented.add(endpoint);
  }
  return allEndpoints().map(({ name, endpoint }) => {
    const { method, path, auth, summary } = endpoint;
    return { name, method, path, auth, summary, endpoint, implemented: implemented.has(endpoint) };
  });
}

/** Of the 142 calls of the site and of zhiku, how many are implemented and how many are not. */
export function countEndpoints(rows: readonly EndpointRow[]): { implemented: number; left: number } {
  const specified = rows.filter((row) => !row.name.startsWith("ext."));
  const implemented = specified.filter((row) => row.implemented).length;
  return { implemented, left: specified.length - implemented };
}
