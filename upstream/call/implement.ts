import type { Endpoint, HandlerData, HandlerInput } from "#app/contract/endpoint";
import type { Call } from "./context";
import { BusinessError } from "./errors";

/** Noun of the contract: its endpoints by name. */
export type Api = Record<string, Endpoint>;
/** Handler of whatever endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of every endpoint differ; `implement` is what types them
export type AnyHandler = (input: any, call: any) => Promise<unknown>;

/** One function for each endpoint of a noun; those that reply with no envelope give the whole `Response`. */
export type Handlers<A extends Api> = {
  [K in keyof A]: (input: HandlerInput<A[K]>, call: Call<A[K]["auth"]>) => Promise<HandlerData<A[K]> | Response>;
};

/**
 * Stands in the place of a handler that is left out on purpose: who calls it hears NOT_IMPLEMENTED, whatever is sent.
 * @throws BusinessError NOT_IMPLEMENTED
 */
export const notImplemented = async (): Promise<never> => {
  throw new BusinessError("NOT_IMPLEMENTED");
};

/** A noun of the contract with what implements it. */
export type Implementation<A extends Api = Api> = { api: A; handlers: Record<keyof A, AnyHandler> };

/** Pairs a noun of the contract with a handler (or `notImplemented`) for each of its calls; the compiler checks both ways. */
export function implement<A extends Api>(api: A, handlers: Handlers<A>): Implementation<A> {
  return { api, handlers };
}
