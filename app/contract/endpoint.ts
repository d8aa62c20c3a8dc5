import type { z } from "zod";
import type { Part } from "./parts";
import type { Permission } from "./permissions";

/**
 * Callers that an endpoint accepts.
 * - `anyone`: no token needed; if there is one, it identifies the viewer.
 * - `user`: a logged-in member, else `NOT_LOGIN`.
 * - `profile`: a member with a complete zhiku profile, else `USER_INFO_INCOMPLETE`.
 * - `staff`: a staff member with the endpoint's permission, else `FORBIDDEN`; `STAFF_UNVERIFIED` or `SUDO_REQUIRED` if
 *   they must verify their identity again.
 *
 * Access to single objects (ownership, subscription) is decided by the upstream in addition.
 */
export type Auth = "anyone" | "user" | "profile" | "staff";
/** HTTP methods that endpoints use. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";
type Schema = z.ZodType;

/** One API call: its path, parameters, body and data. This is the only description of the API. */
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
  /** Permission required of staff; null if `auth` is not `staff`. */
  permission: Permission | null;
  /** One Chinese sentence: what the call does. */
  summary: string;
  params: Params;
  query: Query;
  body: Body;
  /** `data` of a successful envelope. */
  data: Data;
  /** `envelope` (default): JSON `{ code, message, data }`. `blob`: raw bytes. `raw`: an external party's protocol. */
  reply: "envelope" | "blob" | "raw";
  /** Encoding of the body: JSON, or `multipart/form-data` if it contains a file. */
  encoding: "json" | "multipart";
  /** Milliseconds that the caller waits; the gateway's 10 s by default. */
  timeout?: number;
  /** Part of the site it belongs to; the call does not exist if that is switched off. */
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

/** Defines an API call; by default `auth` is `anyone`, the body JSON and the reply an envelope. */
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

/** Defines an API call of the console, for staff with the permission. */
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

/** Marks calls as belonging to a part that not every site has; their types don't change. */
export const ofPart = <A extends object>(part: Part, api: A): A =>
  Object.fromEntries(Object.entries(api).map(([name, one]) => [name, { ...one, part }])) as A;

type InputOf<S> = S extends Schema ? z.input<S> : undefined;
type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type Given<Key extends string, Value> = Value extends undefined
  ? { [K in Key]?: undefined }
  : Record<string, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** Input as a caller passes it: `{ params, query, body }`, each only if the endpoint has it. */
export type CallInput<E extends Endpoint> = Given<"params", InputOf<E["params"]>> &
  Given<"query", InputOf<E["query"]>> &
  Given<"body", InputOf<E["body"]>>;

/** Input as a handler receives it: parsed, with defaults. */
export type HandlerInput<E extends Endpoint> = {
  params: OutputOf<E["params"]>;
  query: OutputOf<E["query"]>;
  body: OutputOf<E["body"]>;
};

/** `data` that a call resolves to. */
export type CallData<E extends Endpoint> = z.output<E["data"]>;
/** `data` that a handler returns. */
export type HandlerData<E extends Endpoint> = z.input<E["data"]>;
