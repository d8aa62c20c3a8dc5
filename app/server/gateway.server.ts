import { Readable } from "node:stream";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { MESSAGES, NETWORK_MESSAGE, UNSURE_MESSAGE } from "#app/contract/codes";
import type { CallData, CallInput, Endpoint } from "#app/contract/endpoint";
import { queryObjApi } from "#app/contract/query-obj";
import { clientAddressOf } from "./client-address.server";
import { deviceHeaderOf } from "./device.server";
import { env } from "./env.server";
import { noteServer } from "./log.server";
import { pageError } from "./page-error.server";
import { type EmbeddedUpstream, scopeOf } from "./request-scope.server";
import { tokenOf } from "./session.server";
import { LoginEndedError, UpstreamError } from "./upstream-error";
import { askOverHttp, type Incoming, type Outgoing } from "./upstream-http.server";

/** Arguments of a loader or an action that a call of the upstream needs: the request and the load context. */
export type ServerArgs = Pick<LoaderFunctionArgs, "request" | "context">;

export type Gateway = {
  /**
   * Calls the upstream.
   * @throws UpstreamError when it refuses (its code) or can't be heard (`NETWORK`).
   */
  call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /** Calls for loaders of pages. @throws Response: the redirect or error page that the refusal means. */
  load<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>>;
  /**
   * Calls an endpoint that answers with a file, and passes the bytes on as they come.
   * @throws UpstreamError like `call`, as long as nothing was passed on
   */
  stream<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response>;
};

const ANSWER_BYTES_MAX = 5 * 1024 * 1024;
const HTTP_OK = 200;
/** Not found, method not allowed, not implemented. */
const UNKNOWN_CALL = new Set([404, 405, 501]);
const envelope = z.object({ code: z.string(), message: z.string(), data: z.unknown() });

/**
 * The only way from the app to the upstream. One request's equal GETs share one answer; anything that
 * writes empties that memory. Answers are capped, checked against the contract, and never redirected.
 */
export function gateway(args: ServerArgs): Gateway {
  const call = <E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallData<E>> => {
    const { memo } = scopeOf(args.context);
    const target = urlOf(endpoint, input);
    if (endpoint.method !== "GET") {
      const answer = send(args, endpoint, target, input).finally(() => memo.clear());
      return answer as Promise<CallData<E>>;
    }
    const known = memo.get(target) ?? expectFailure(send(args, endpoint, target, input));
    memo.set(target, known);
    return known as Promise<CallData<E>>;
  };
  return {
    call,
    load: (endpoint, input) =>
      expectFailure(
        call(endpoint, input).catch((error: unknown) => {
          throw error instanceof UpstreamError ? pageError(error, args) : error;
        }),
      ),
    stream: (endpoint, input) => stream(args, endpoint, input),
  };
}

/** A loader that fails at one call may never look at another's answer; that must not end the process. */
function expectFailure<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

type Input = { params?: unknown; query?: unknown; body?: unknown };

/** The caller's token, if any. @throws UpstreamError NOT_LOGIN where one is needed */
function requireToken({ request }: ServerArgs, endpoint: Endpoint): string | null {
  const token = tokenOf(request);
  if (endpoint.auth === "anyone" || token) return token;
  throw new UpstreamError("NOT_LOGIN", MESSAGES.NOT_LOGIN, null, `${endpoint.method} ${endpoint.path}`);
}

/** Headers of a file's response that are passed on. */
const FILE_HEADERS = ["content-type", "content-length", "content-disposition", "cache-control"];

async function stream(args: ServerArgs, endpoint: Endpoint, input: Input): Promise<Response> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const { headers, body } = bodyAndHeaders(args, endpoint, input, requireToken(args, endpoint));
  const { upstreamUrl } = env();
  const url = (upstreamUrl ?? "http://upstream.invalid").replace(/\/+$/, "") + urlOf(endpoint, input);
  const signal = AbortSignal.any([args.request.signal, AbortSignal.timeout(endpoint.timeout ?? env().upstreamTimeout)]);
  const outgoing = { method: endpoint.method, url, headers, body, signal };
  const asked = upstreamUrl === null ? askEmbedded(outgoing, args.context.upstream) : askOverHttp(outgoing);
  const answer = await asked.catch((error: unknown) => {
    throw broken(name, kindOf(error));
  });
  if (answer.status !== HTTP_OK || answer.header("content-type")?.startsWith("application/json")) {
    const refused = envelope.safeParse(parseJson(await readCapped(answer, name)));
    if (!refused.success) throw broken(name, "neither a file nor an envelope");
    throw refusal(args, name, refused.data);
  }
  const passed = FILE_HEADERS.flatMap((header): [string, string][] => {
    const value = answer.header(header);
    return value === null ? [] : [[header, value]];
  });
  const bytes = Readable.toWeb(Readable.from(answer.chunks, { objectMode: false })) as ReadableStream;
  return new Response(bytes, { headers: [...passed, ["x-content-type-options", "nosniff"]] });
}

async function send(args: ServerArgs, endpoint: Endpoint, target: string, input: Input): Promise<unknown> {
  const { context } = args;
  const name = `${endpoint.method} ${endpoint.path}`;
  const token = requireToken(args, endpoint);
  try {
    const answer = await ask(args, endpoint, target, input, token);
    for (const key of answer.dependsOn) context.dependsOn?.add(key);
    if (answer.code !== "SUCCESS") throw refusal(args, name, answer);
    const data = endpoint.data.safeParse(answer.data);
    if (data.success) return data.data;
    throw broken(name, `data: ${placesOf(data.error)}`, isWrite(name));
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "NETWORK") {
      const { reason } = error.data as { reason: string };
      noteServer("upstream_failed", { call: name, reason, requestId: context.requestId });
    }
    if (error instanceof UpstreamError && PASSING.has(error.code)) context.incomplete = true;
    throw error;
  }
}

/** The error of a refusal. A token that is refused is taken away with the answer, whatever that is (`createAppHandler`). */
function refusal({ request, context }: ServerArgs, name: string, answer: z.output<typeof envelope>): UpstreamError {
  const { code, message, data } = answer;
  if (code !== "NOT_LOGIN" || !tokenOf(request)) return new UpstreamError(code, message, data, name);
  context.loginEnded = true;
  return new LoginEndedError(code, message, data, name);
}

/** Refusals that another reader, or the same one later, would not get. */
const PASSING = new Set(["NETWORK", "RATE_LIMITED"]);

/** Headers of every call: who asks, from where, by what. */
function bodyAndHeaders(
  { request, context }: ServerArgs,
  endpoint: Endpoint,
  input: Input,
  token: string | null,
): Pick<Outgoing, "headers" | "body"> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (context.requestId) headers["x-request-id"] = context.requestId;
  const address = clientAddressOf({ request, context });
  if (address) headers["x-client-ip"] = address;
  // Zhiku asks for it; beside that, a login is remembered with it, and WeChat's ends in a GET.
  const wanted = endpoint.path.startsWith("/api/pro/") || endpoint.method !== "GET" || endpoint === queryObjApi.get;
  if (wanted) headers["x-device"] = deviceHeaderOf(request);
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  if (body !== null) headers["content-type"] = "application/json";
  return { headers, body };
}

/** @throws UpstreamError NETWORK when there is no answer in time. */
async function ask(
  args: ServerArgs,
  endpoint: Endpoint,
  target: string,
  input: Input,
  token: string | null,
): Promise<Answer> {
  const { context } = args;
  const name = `${endpoint.method} ${endpoint.path}`;
  const { headers, body } = bodyAndHeaders(args, endpoint, input, token);
  const { upstreamUrl } = env();
  const direct = upstreamUrl === null && context.upstream?.answer;
  // An embedded upstream may not hear the signal, and one asked directly has none; nobody waits longer for that.
  const stop = direct ? null : new AbortController();
  const url = (upstreamUrl ?? "http://upstream.invalid").replace(/\/+$/, "") + target;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const timeout = endpoint.timeout ?? Math.max(1, scopeOf(context).deadline - Date.now());
    timer = setTimeout(() => {
      reject(broken(name, "no answer in time", endpoint.method !== "GET"));
      stop?.abort();
    }, timeout);
  });
  try {
    const answer = stop
      ? read({ method: endpoint.method, url, headers, body, signal: stop.signal }, context.upstream, name)
      : askDirectly({ headers, body }, context.upstream, name, input);
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

type Answer = z.output<typeof envelope> & { dependsOn: string[] };

/** Past HTTP and JSON; the contract's schemas make copies of what they check. @throws UpstreamError NETWORK */
async function askDirectly(
  { headers, body }: Pick<Outgoing, "headers" | "body">,
  upstream: EmbeddedUpstream | undefined,
  name: string,
  input: Input,
): Promise<Answer> {
  const call = {
    params: textsOf(input.params),
    query: textsOf(input.query),
    header: (wanted: string) => headers[wanted] ?? null,
    text: async () => body ?? "",
  };
  const answer = await upstream?.answer?.(name, call).catch((error: unknown) => {
    throw broken(name, kindOf(error), isWrite(name));
  });
  if (answer?.status !== HTTP_OK) throw broken(name, `HTTP ${answer?.status}`, isUnsure(name, answer?.status));
  return answer;
}

/** @throws UpstreamError NETWORK for whatever is not a 200 with an envelope in it. */
async function read(outgoing: Outgoing, embedded: EmbeddedUpstream | undefined, name: string): Promise<Answer> {
  let text: string;
  let answer: Incoming;
  try {
    answer = env().upstreamUrl === null ? await askEmbedded(outgoing, embedded) : await askOverHttp(outgoing);
    text = await readCapped(answer, name);
  } catch (error) {
    throw error instanceof UpstreamError ? error : broken(name, kindOf(error), isWrite(name) && !isUnsent(error));
  }
  const parsed = envelope.safeParse(parseJson(text));
  if (!parsed.success) throw broken(name, "not an envelope", isWrite(name));
  return { ...parsed.data, dependsOn: keysOf(answer.header("x-depends-on")) };
}

async function askEmbedded(outgoing: Outgoing, upstream: EmbeddedUpstream | undefined): Promise<Incoming> {
  if (!upstream) throw new Error("no upstream: UPSTREAM_API_URL is empty and none is embedded");
  const answer = await upstream.fetch(new Request(outgoing.url, outgoing));
  return {
    status: answer.status,
    header: (name) => answer.headers.get(name),
    chunks: (answer.body ?? []) as unknown as AsyncIterable<Uint8Array>,
    cancel: () => void answer.body?.cancel(),
  };
}

async function readCapped({ status, chunks, cancel }: Incoming, name: string): Promise<string> {
  if (status !== HTTP_OK) {
    cancel();
    // An upstream without the extension does not know its calls; that is not the network's fault.
    if (UNKNOWN_CALL.has(status) && name.includes(" /api/ext/")) {
      throw new UpstreamError("NOT_IMPLEMENTED", MESSAGES.NOT_IMPLEMENTED, null, name);
    }
    throw broken(name, `HTTP ${status}`, isUnsure(name, status));
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    // Leaving the loop frees the connection.
    if (bytes > ANSWER_BYTES_MAX) throw broken(name, `more than ${ANSWER_BYTES_MAX} bytes`, isWrite(name));
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function keysOf(header: string | null): string[] {
  try {
    return header ? header.split(" ").map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Kind of an error, without its words: these may repeat what was sent, which is nobody's business who reads the log.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { name, cause } = error;
  const code = (error as NodeJS.ErrnoException).code ?? (cause as NodeJS.ErrnoException | undefined)?.code;
  return code ? `${name} ${code}` : name;
}

/**
 * Places where a reply is not as the contract has it, by the contract's names: the answer's own words stay out of the
 * log.
 */
const placesOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, code }) => `${path.map(placeOf).join(".") || "all of it"}: ${code}`).join(", ");
const placeOf = (key: PropertyKey) =>
  typeof key === "number" || /^[a-z]{1,30}$/i.test(String(key)) ? String(key) : "*";

/** @param unsure whether it may have been done all the same */
function broken(name: string, reason: string, unsure = false): UpstreamError {
  return new UpstreamError("NETWORK", unsure ? UNSURE_MESSAGE : NETWORK_MESSAGE, { reason }, name);
}

const isWrite = (name: string): boolean => !name.startsWith("GET ");
/** A gateway's way to say that it has no answer of who was asked; the upstream's, that the database was lost meanwhile. */
const isUnsure = (name: string, status?: number): boolean => isWrite(name) && (status === 502 || status === 504);
/** Nobody was there to be asked. */
const isUnsent = (error: unknown): boolean => /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/.test(kindOf(error));

function urlOf(endpoint: Endpoint, input: Input): string {
  const params = textsOf(input.params);
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
  const search = new URLSearchParams(textsOf(input.query)).toString();
  return search ? `${path}?${search}` : path;
}

/** Query of a URL from the values that are given. */
function textsOf(given: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [key, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== "") texts[key] = String(value);
  }
  return texts;
}
