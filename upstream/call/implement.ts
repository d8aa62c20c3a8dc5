import type { Endpoint, HandlerData, HandlerInput } from "#app/contract/endpoint";
import type { Call } from "./context";
import { BusinessError } from "./errors";
import type { Undos } from "./undo";

/** Noun of the contract: its endpoints by name. */
export type Api = Record<string, Endpoint>;
/** Handler of any endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of every endpoint differ; `implement` is what types them
export type AnyHandler = (input: any, call: any) => Promise<unknown>;

/** One handler per endpoint of a noun; endpoints without an envelope return the whole `Response`. */
export type Handlers<A extends Api> = {
  [K in keyof A]: (input: HandlerInput<A[K]>, call: Call<A[K]["auth"]>) => Promise<HandlerData<A[K]> | Response>;
};

/**
 * Handler for an endpoint that is left out on purpose.
 * @throws BusinessError NOT_IMPLEMENTED, whatever is sent
 */
export const notImplemented = async (): Promise<never> => {
  throw new BusinessError("NOT_IMPLEMENTED");
};

/** A noun of the contract with its handlers, and how to undo what they log. */
export type Implementation<A extends Api = Api> = { api: A; handlers: Record<keyof A, AnyHandler>; undos: Undos };

/** Implementations of an area of the contract; the compiler reports a missing noun. */
export type Implementations<Area> = {
  [Noun in keyof Area]: Area[Noun] extends Api ? Implementation<Area[Noun]> : never;
};

/**
 * Pairs a noun of the contract with a handler (or `notImplemented`) for each of its endpoints; type-checked in both
 * directions.
 */
export function implement<A extends Api>(api: A, handlers: Handlers<A>, undos: Undos = {}): Implementation<A> {
  return { api, handlers, undos };
}
