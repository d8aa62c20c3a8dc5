import type { z } from "zod";
import type { Part } from "./parts";
import type { Permission } from "./permissions";

/**
 * Callers that an endpoint lets in.
 * - `anyone`: no token needed; a token that is there tells who looks.
 * - `user`: a logged-in person, else `NOT_LOGIN`.
 * - `profile`: a logged-in person whose zhiku profile is complete, else `USER_INFO_INCOMPLETE`.
 * - `staff`: a logged-in person of the staff who has the endpoint's permission, else `FORBIDDEN`; `STAFF_UNVERIFIED` or
 *   `SUDO_REQUIRED` where they have to prove once more who they are.
 * Rights over single objects (owner, subscription) are decided by the upstream on top of this.
 */
export type Auth = "anyone" | "user" | "profile" | "staff";
/** HTTP methods that endpoints use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Schema = z.ZodType;

/** One call of the API: its path, parameters, body and data. The only description of the API there is. */
export type Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Data extends Schema = Schema,
  Who extends Auth = Auth,
> = {
  method: Method;
  /** Full path, with `:name` for each path parameter. */
  path: `/api/${string}`;
  auth: Who;
  /** Permission that staff need for it; null where `auth` is not `staff`. */
  permission: Permission | null;
  /** One Chinese sentence: what the call does. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** The `data` of a successful envelope. */
  data: Data;
  /** `envelope` (the rule): JSON `{ code, message, data }`. `blob`: raw bytes. `raw`: the protocol of someone outside. */
  reply: "envelope" | "blob" | "raw";
  /** Form in which the body is sent: JSON, or `multipart/form-data` where it holds a file. */
  encoding: "json" | "multipart";
  /** Milliseconds that the caller waits; the gateway's 10 s unless given. */
  timeout?: number;
  /** Part of the site that it is a call of, without which there is no such call. */
  part?: Part;
};

type Definition<P, Q, B, D, Who> = {
  method: Method;
  path: `/api/${string}`;
  auth?: Who;
  permission?: Permission | null;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  data: D;
  reply?: "envelope" | "blob" | "raw";
  encoding?: "json" | "multipart";
  timeout?: number;
  part?: Part;
};

/** Describes one API method; `auth` is `anyone`, the body JSON and the reply an envelope unless said otherwise. */
export function endpoint<
  D extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  Who extends Auth = "anyone",
>(definition: Definition<P, Q, B, D, Who>): Endpoint<P, Q, B, D, Who> {
  return {
    auth: "anyone" as Who,
    permission: null,
    reply: "envelope",
    encoding: "json",
    ...definition,
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
  };
}

/** Describes one API method of the console, for staff who have the permission. */
export function staffEndpoint<
  D extends Schema,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
>(
  definition: Omit<Definition<P, Q, B, D, "staff">, "auth"> & { permission: Permission },
): Endpoint<P, Q, B, D, "staff"> {
  return endpoint({ ...definition, auth: "staff" });
}

/** Calls of a part of the site that not every site has; the types of each are those that it has without it. */
export const ofPart = <A extends object>(part: Part, api: A): A =>
  Object.fromEntries(Object.entries(api).map(([name, one]) => [name, { ...one, part }])) as A;

type InputOf<S> = S extends Schema ? z.input<S> : undefined;
type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type Given<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** Input as a caller passes it: `{ params, query, body }`, each only where the endpoint has it. */
export type CallInput<E extends Endpoint> = Given<"params", InputOf<E["params"]>> &
  Given<"query", InputOf<E["query"]>> &
  Given<"body", InputOf<E["body"]>>;

/** Input as a handler receives it: parsed, with the defaults filled in. */
export type HandlerInput<E extends Endpoint> = {
  params: OutputOf<E["params"]>;
  query: OutputOf<E["query"]>;
  body: OutputOf<E["body"]>;
};

/** The `data` that a call resolves to. */
export type CallData<E extends Endpoint> = z.output<E["data"]>;
/** The `data` that an implementation returns. */
export type HandlerData<E extends Endpoint> = z.input<E["data"]>;
