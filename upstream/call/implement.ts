import type { Endpoint, HandlerData, HandlerInput } from "#app/contract/endpoint";
import type { Call } from "./context";

export type Api = Record<string, Endpoint>;
// biome-ignore lint/suspicious/noExplicitAny: the parameters of every endpoint differ; `implement` is what types them
export type AnyHandler = (input: any, call: Call) => Promise<unknown>;

/** One function for each endpoint of a noun; those that answer no envelope give the whole `Response`. */
export type Handlers<A extends Api> = {
  [K in keyof A]: (input: HandlerInput<A[K]>, call: Call) => Promise<HandlerData<A[K]> | Response>;
};

/** A noun of the contract with what implements it; an endpoint left out answers NOT_IMPLEMENTED. */
export type Implementation = { api: Api; handlers: Partial<Record<string, AnyHandler>> };

/** Pairs a noun of the contract with its handlers; the compiler checks what goes in and comes out. */
export function implement<A extends Api>(api: A, handlers: Partial<Handlers<A>>): Implementation {
  return { api, handlers: handlers as Implementation["handlers"] };
}
