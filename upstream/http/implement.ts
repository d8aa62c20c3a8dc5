import type { Context } from "hono";
import type { z } from "zod";
import { MESSAGES } from "#app/contract/codes";
import type { Endpoint, HandlerData, HandlerInput } from "#app/contract/endpoint";
import { IMAGE_BYTES_MAX } from "#app/contract/limits";
import { type Call, callerOf, type Services, type Viewer } from "../context";
import { UnknownOutcome } from "../db/transact";
import type { VersionKey } from "../db/versions";
import { authenticate, requireCompleteProfile } from "./auth";
import { BusinessError } from "./errors";
import { inputMessage } from "./input-message";
import { LimitError, type LimitName } from "./limits";

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

/** Names what an answer was made from, for whoever caches it. */
export const DEPENDS_HEADER = "x-depends-on";
const MIB = 1024 * 1024;
const BODY_BYTES_MAX = MIB;
/** One file, and what is sent around it. */
const MULTIPART_BYTES_MAX = IMAGE_BYTES_MAX + MIB;
/** Notices are small. */
const RAW_BYTES_MAX = 64 * 1024;

/** A call as it comes in, over HTTP or from the same process. */
export type Incoming = {
  params: Record<string, string>;
  query: Record<string, string>;
  /** Names in lower case. */
  header(name: string): string | null;
  /** The body as text; empty when there is none. */
  text(): Promise<string>;
  /** The fields of a `multipart/form-data` body; over HTTP only. @throws BusinessError INVALID_PARAMS */
  form?(): Promise<Record<string, unknown>>;
  /** The body as it came, over HTTP only; null when it is too large. */
  bytes?(): Promise<Uint8Array | null>;
};

/** What goes back: an HTTP status, the envelope, and what it was made from. */
export type Outgoing = { status: number; code: string; message: string; data: unknown; dependsOn: VersionKey[] };

export type Respond = (incoming: Incoming) => Promise<Outgoing | Response>;

/** What answers each endpoint of a noun; those with fixed paths come before those with parameters. */
export function responders(
  services: Services,
  { api, handlers }: Implementation,
): { endpoint: Endpoint; respond: Respond }[] {
  const parameters = (endpoint: Endpoint) => endpoint.path.split(":").length;
  return Object.entries(api)
    .sort(([, a], [, b]) => parameters(a) - parameters(b))
    .map(([name, endpoint]) => ({
      endpoint,
      respond: (incoming) => respond(services, endpoint, handlers[name], incoming),
    }));
}

/** Answers over HTTP. */
export async function answerRequest({ req }: Context, respond: Respond): Promise<Response> {
  const { raw } = req;
  const answer = await respond({
    params: req.param(),
    query: req.query(),
    header: (name) => raw.headers.get(name),
    text: () => readText(raw),
    form: () => readForm(raw),
    bytes: () => readBytes(raw, RAW_BYTES_MAX),
  });
  if (answer instanceof Response) return answer;
  const { status, dependsOn, ...envelope } = answer;
  const headers: Record<string, string> = { "content-type": "application/json; charset=utf-8" };
  if (dependsOn.length) headers[DEPENDS_HEADER] = dependsOn.map(encodeURIComponent).join(" ");
  return new Response(JSON.stringify(envelope), { status, headers });
}

async function respond(
  services: Services,
  endpoint: Endpoint,
  handler: AnyHandler | undefined,
  { params, query, header, text, form, bytes }: Incoming,
): Promise<Outgoing | Response> {
  const keys = new Set<VersionKey>();
  const envelope = (code: string, message: string, data: unknown, status = 200): Outgoing => ({
    status,
    code,
    message,
    data,
    dependsOn: [...keys],
  });
  const client = {
    ip: header("x-client-ip") ?? "",
    device: header("x-device") ?? "",
    requestId: header("x-request-id") ?? "",
  };
  let viewer: Viewer | null = null;
  try {
    viewer = await authenticate(services, header("authorization"));
    if (endpoint.auth !== "anyone" && !viewer) throw new BusinessError("NOT_LOGIN");
    if (!handler) throw new BusinessError("NOT_IMPLEMENTED");
    if (endpoint.auth === "profile" && viewer) await requireCompleteProfile(services, viewer);
    const input = {
      params: endpoint.params && parseInput(endpoint.params, params),
      query: endpoint.query && parseInput(endpoint.query, sanitizeText(query)),
      body:
        endpoint.body &&
        parseInput(endpoint.body, endpoint.encoding === "json" ? readJson(await text()) : await form?.()),
    };
    const body = endpoint.answer === "raw" && bytes ? await bytes() : undefined;
    if (body === null) return new Response(null, { status: 413 });
    const data = await handler(input, {
      ...services,
      viewer,
      raw: body ? { header, body } : null,
      client,
      dependsOn: (...added) => {
        for (const key of added) keys.add(key);
      },
    });
    if (data instanceof Response) return data;
    return envelope("SUCCESS", MESSAGES.SUCCESS, services.config.checkAnswers ? endpoint.data.parse(data) : data);
  } catch (error) {
    if (error instanceof BusinessError) {
      noteRefusal(services, error, { ...callerOf({ viewer, client }), call: `${endpoint.method} ${endpoint.path}` });
      return envelope(error.code, error.message, error.data);
    }
    services.log("error", "request failed", { path: endpoint.path, error: String((error as Error)?.stack ?? error) });
    keys.clear();
    // As a gateway says it that has lost sight of what it asked: it may have been done.
    return envelope("INTERNAL", MESSAGES.INTERNAL, null, error instanceof UnknownOutcome ? 504 : 500);
  }
}

/** Limits that end guessing. */
const GUESSING: ReadonlySet<LimitName> = new Set(["loginAccount", "loginAddress", "smsCheckAddress"]);

/** Logs what somebody may not do, and guessing that was ended. */
function noteRefusal({ noteSecurity }: Services, error: BusinessError, caller: Record<string, unknown>): void {
  if (error.code === "FORBIDDEN") noteSecurity("forbidden", caller);
  if (error instanceof LimitError && GUESSING.has(error.limit)) {
    noteSecurity("login_locked", { ...caller, limit: error.limit });
  }
}

/** What a schema makes of an input. @throws BusinessError INVALID_PARAMS with `data.fields`: the first message of each field by its dotted name. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: inputMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "_"] ??= issue.message;
  throw new BusinessError("INVALID_PARAMS", MESSAGES.INVALID_PARAMS, { fields });
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) throw new BusinessError("INVALID_PARAMS");
  return request.text();
}

async function readForm(request: Request): Promise<Record<string, unknown>> {
  const body = await readBytes(request, MULTIPART_BYTES_MAX);
  if (!body) throw new BusinessError("INVALID_PARAMS", "文件太大");
  const whole = new Response(body, { headers: { "content-type": request.headers.get("content-type") ?? "" } });
  const fields = await whole.formData().catch(() => null);
  if (!fields) throw new BusinessError("INVALID_PARAMS", "请以 multipart/form-data 发送");
  return sanitizeText(Object.fromEntries(fields)) as Record<string, unknown>;
}

/** Bytes beyond what is kept of a body. Who says beforehand that it is so much too long shall hear what is wrong with it. */
const OVERRUN_MAX = 4 * MIB;

/** Keeps no more than `max` bytes of a body, whatever length is given: null for more. */
async function readBytes({ body, headers }: Request, max: number): Promise<Buffer<ArrayBuffer> | null> {
  const told = Number(headers.get("content-length") ?? 0);
  const end = told <= max + OVERRUN_MAX ? Math.max(max, told) : max;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > end) return null;
    if (bytes <= max) chunks.push(chunk);
  }
  return bytes > max ? null : Buffer.concat(chunks);
}

/** In JSON, what `sanitizeText` looks for is written as an escape; whole characters beyond the first plane may be too. */
const UNSTORABLE = /\\u(?:0000|d[89a-f]|20(?:2[a-e]|6[6-9]))|[\0\ud800-\udfff\u202a-\u202e\u2066-\u2069]/i;

function readJson(text: string): unknown {
  if (text.length > BODY_BYTES_MAX) throw new BusinessError("INVALID_PARAMS");
  try {
    const value = text ? JSON.parse(text) : {};
    return UNSTORABLE.test(text) ? sanitizeText(value) : value;
  } catch {
    throw new BusinessError("INVALID_PARAMS", "请求不是有效的 JSON");
  }
}

/** Half of a character: JSON can carry one, and no address, no form and no database can. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Marks that turn the order of what follows around, as far as to the end of the line: `gpj.exe` reads `exe.jpg`. Scripts
 * written from right to left do without them; joiners, which some scripts need, stay.
 */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text as every part of us can take it. PostgreSQL can neither store nor look for NUL, and no text needs it. */
function sanitizeText(value: unknown): unknown {
  if (typeof value === "string")
    return value.replaceAll("\0", "").replace(TURNING, "").replace(LONE_SURROGATE, "\ufffd");
  if (Array.isArray(value)) return value.map(sanitizeText);
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [sanitizeText(key), sanitizeText(one)]));
}
