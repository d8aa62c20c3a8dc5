import { allEndpoints } from "#app/contract";
import type { Endpoint } from "#app/contract/endpoint";
import { notImplemented } from "#upstream/call/implement";
import { allImplementations } from "./modules";

/** One endpoint, and whether this upstream implements it. */
export type EndpointRow = Pick<Endpoint, "method" | "path" | "auth" | "summary"> & {
  /** `site.article.get`. */
  name: string;
  endpoint: Endpoint;
  implemented: boolean;
};

/** All endpoints in the contract's order, and whether this upstream implements them. */
export function endpointRows(): EndpointRow[] {
  const calls = allImplementations().flatMap(({ api, handlers }) =>
    Object.entries(handlers).map(([call, handler]) => ({ endpoint: api[call], handler })),
  );
  const implemented = new Set(calls.flatMap(({ endpoint, handler }) => (handler === notImplemented ? [] : [endpoint])));
  return allEndpoints().map(({ name, endpoint }) => {
    const { method, path, auth, summary } = endpoint;
    return { name, method, path, auth, summary, endpoint, implemented: implemented.has(endpoint) };
  });
}

/** Number of the 142 specified endpoints (site and zhiku) that are implemented, and that are not. */
export function countEndpoints(rows: readonly EndpointRow[]): { implemented: number; left: number } {
  const specified = rows.filter((row) => !/^(?:ext|admin)\./.test(row.name));
  const implemented = specified.filter((row) => row.implemented).length;
  return { implemented, left: specified.length - implemented };
}
