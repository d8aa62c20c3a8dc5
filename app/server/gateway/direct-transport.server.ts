import type { Memo } from "#app/contract/transport";
import type { EmbeddedUpstream } from "#app/server/request-scope.server";
import { broken, isUnsure, isWrite, kindOf, type Transport } from "./transport.server";

const HTTP_OK = 200;

/**
 * Creates a transport that calls the upstream in this process, without HTTP and JSON; the contract's schemas copy what
 * they validate, and replies shared by many pages are frozen.
 * @param memo shared by all calls of one page, e.g. for the caller
 */
export function directTransport(ask: NonNullable<EmbeddedUpstream["call"]>, memo: Memo): Transport {
  return async (call) => {
    call.sent = true;
    const { name, params, query, headers, body } = call;
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
