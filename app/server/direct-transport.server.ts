import type { Memo } from "#app/contract/transport";
import type { EmbeddedUpstream } from "./request-scope.server";
import { broken, isUnsure, isWrite, kindOf, type Transport } from "./transport.server";

const HTTP_OK = 200;

/**
 * Transport within the process, past HTTP and JSON; the contract's schemas make copies of what they check.
 * @param memo what the calls of one page share, such as who makes them
 */
export function directTransport(ask: NonNullable<EmbeddedUpstream["call"]>, memo: Memo): Transport {
  return async ({ name, params, query, headers, body }) => {
    const request = {
      params,
      query,
      header: (wanted: string) => headers[wanted] ?? null,
      text: async () => body ?? "",
      memo,
    };
    const reply = await ask(name, request).catch((error: unknown) => {
      throw broken(name, kindOf(error), isWrite(name));
    });
    if (reply.status !== HTTP_OK) throw broken(name, `HTTP ${reply.status}`, isUnsure(name, reply.status));
    return reply;
  };
}
