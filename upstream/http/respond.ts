import type { Context } from "hono";
import { MESSAGES } from "#app/contract/codes";
import type { Endpoint } from "#app/contract/endpoint";
import type { Memo, UpstreamReply, UpstreamRequest } from "#app/contract/transport";
import { type Call, callerOf, type Services, type Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { type AnyHandler, type Implementation, notImplemented } from "#upstream/call/implement";
import { parseInput } from "#upstream/call/parse-input";
import type { SharedParts } from "#upstream/call/shared-parts";
import { mayBeShared, type SharedReplies, watchCall } from "#upstream/call/shared-replies";
import { UnknownOutcome } from "#upstream/db/transact";
import type { VersionKey } from "#upstream/db/versions";
import { refusePartsOff } from "#upstream/modules/config/parts-off";
import { LimitError, type LimitName } from "#upstream/policy/limits";
import { admit, whoAsks } from "./admit";
import { RAW_BYTES_MAX, readBytes, readForm, readJson, readText } from "./read-body";
import { sanitizeText } from "./sanitize-text";

/** Response header with the version keys of the data in a reply, for caches. */
export const DEPENDS_HEADER = "x-depends-on";
/** An incoming call, over HTTP or from the same process. */
type IncomingCall = UpstreamRequest & {
  /** Reads the fields of a `multipart/form-data` body; only over HTTP. @throws BusinessError INVALID_PARAMS */
  form?(): Promise<Record<string, unknown>>;
  /** Reads the unparsed body; only over HTTP. Null if it is too large. */
  bytes?(): Promise<Uint8Array | null>;
};

/** Function that replies to the calls of one endpoint. */
export type Respond = (incoming: IncomingCall) => Promise<UpstreamReply | Response>;

/** Creates responders for each endpoint of a noun; fixed paths come before paths with parameters. */
export function responders(
  services: Services,
  { api, handlers }: Implementation,
  shared: SharedReplies,
  parts: SharedParts,
): { endpoint: Endpoint; respond: Respond }[] {
  const parameters = (endpoint: Endpoint) => endpoint.path.split(":").length;
  return Object.entries(api)
    .sort(([, a], [, b]) => parameters(a) - parameters(b))
    .map(([name, endpoint]) => ({
      endpoint,
      respond: (incoming) => {
        const handler = handlers[name] ?? notImplemented;
        const make = () => respond({ services, endpoint, handler, parts }, incoming);
        return mayBeShared(endpoint) ? shared.get(endpoint, incoming, make) : make();
      },
    }));
}

/** Replies to a call over HTTP. */
export async function handleRequest({ req }: Context, respond: Respond): Promise<Response> {
  const { raw } = req;
  const reply = await respond({
    params: req.param(),
    query: req.query(),
    header: (name) => raw.headers.get(name),
    text: () => readText(raw),
    memo: null,
    form: () => readForm(raw),
    bytes: () => readBytes(raw, RAW_BYTES_MAX),
  });
  if (reply instanceof Response) return reply;
  const { status, code, message, data, dependsOn } = reply;
  const headers = { "content-type": "application/json; charset=utf-8", ...dependsHeader(dependsOn) };
  return new Response(JSON.stringify({ code, message, data }), { status, headers });
}

const dependsHeader = (keys: readonly string[]): Record<string, string> =>
  keys.length > 0 ? { [DEPENDS_HEADER]: keys.map(encodeURIComponent).join(" ") } : {};

/** An endpoint, and what its replies are made with. */
type Responder = { services: Services; endpoint: Endpoint; handler: AnyHandler; parts: SharedParts };

async function respond(responder: Responder, incoming: IncomingCall): Promise<UpstreamReply | Response> {
  const { services, endpoint, handler } = responder;
  const { header, memo } = incoming;
  const keys = new Set<VersionKey>();
  const client = clientOf(header);
  let viewer: Viewer | null = null;
  try {
    const login = await whoAsks(services, { authorization: header("authorization"), address: client.ip }, memo);
    // Known from here on, so that a refusal is logged with whom it concerns.
    viewer = login;
    // External services repeat their notifications later.
    if (endpoint.reply === "raw" && services.readOnly.isOn()) return new Response(null, { status: 503 });
    viewer = await admit(responder, login, memo);
    const input = await readInput(endpoint, incoming);
    const body = endpoint.reply === "raw" && incoming.bytes ? await incoming.bytes() : undefined;
    if (body === null) return new Response(null, { status: 413 });
    const call = callOf(responder, { viewer, client, raw: body ? { header, body } : null, memo, keys });
    await refusePartsOff(call, endpoint, input);
    const watched = mayBeShared(endpoint) ? watchCall(call) : null;
    const data = await handler(input, watched?.call ?? call);
    if (data instanceof Response) {
      const told = isShownFile(endpoint) ? dependsHeader([...keys]) : {};
      for (const [name, value] of Object.entries(told)) data.headers.set(name, value);
      return data;
    }
    const checked = services.config.checkReplies ? endpoint.data.parse(data) : data;
    // A reply without dependencies would never be renewed.
    const cacheScope = watched && keys.size > 0 ? watched.cacheScope() : null;
    const message = MESSAGES.SUCCESS;
    return { status: 200, code: "SUCCESS", message, data: checked, dependsOn: [...keys], cacheScope };
  } catch (error) {
    if (!(error instanceof BusinessError)) return failed(services, endpoint, error);
    noteRefusal(services, error, { ...callerOf({ viewer, client }), call: `${endpoint.method} ${endpoint.path}` });
    const { code, message, data } = error;
    return { status: 200, code, message, data, dependsOn: [...keys], cacheScope: null };
  }
}

/** Facts known of an admitted call, and the set in which the keys are collected that its reply depends on. */
type Admitted = Pick<Call, "viewer" | "client" | "raw"> & { memo: Memo | null; keys: Set<VersionKey> };

function callOf({ services, endpoint, parts }: Responder, { viewer, client, raw, memo, keys }: Admitted): Call {
  const shared = endpoint.method === "GET" ? memo : null;
  const dependsOn = (...added: readonly VersionKey[]) => {
    for (const key of added) keys.add(key);
  };
  // New properties precede the spread: V8 adds properties to a copied object ten times slower than it copies.
  const call: Call = {
    viewer,
    raw,
    client,
    dependsOn,
    sharedPart: (...part) => parts(call, memo, ...part),
    ...services,
    cached: (name, of, make) => {
      dependsOn(...of);
      return services.cached(name, of, make, shared);
    },
  };
  return call;
}

/** Logs an error that is no refusal, and replies with nothing that tells of it. */
function failed(services: Services, { method, path }: Endpoint, error: unknown): UpstreamReply {
  services.note("call_failed", { call: `${method} ${path}`, error: String((error as Error)?.stack ?? error) });
  // Status 504, as of a gateway without a response: the call may have been executed.
  const status = error instanceof UnknownOutcome ? 504 : 500;
  return { status, code: "INTERNAL", message: MESSAGES.INTERNAL, data: null, dependsOn: [], cacheScope: null };
}

/** Whether an endpoint replies with a file that everybody may see, such as a picture made from a text. */
const isShownFile = ({ method, auth, reply }: Endpoint): boolean =>
  method === "GET" && auth === "anyone" && reply === "blob";

/** Client that the app or a proxy announces in headers. */
const clientOf = (header: IncomingCall["header"]): Call["client"] => ({
  ip: header("x-client-ip") ?? "",
  device: header("x-device") ?? "",
  requestId: header("x-request-id") ?? "",
  dryRun: header("x-dry-run") === "1",
});

/** Input of a call, as its endpoint describes it. @throws BusinessError INVALID_PARAMS */
async function readInput({ params, query, body, encoding }: Endpoint, incoming: IncomingCall) {
  return {
    params: params && parseInput(params, incoming.params),
    query: query && parseInput(query, sanitizeText(incoming.query)),
    body: body && parseInput(body, encoding === "json" ? readJson(await incoming.text()) : await incoming.form?.()),
  };
}

/** Limits that stop guessing. */
const GUESSING: ReadonlySet<LimitName> = new Set([
  "loginAccount",
  "loginNetworkDay",
  "loginOthersDay",
  "loginAddress",
  "smsCheckAddress",
  "smsGuessDay",
  "factorGuess",
]);

/** Logs forbidden calls, and stopped guessing. */
function noteRefusal({ noteSecurity }: Services, error: BusinessError, caller: Record<string, unknown>): void {
  if (error.code === "FORBIDDEN") noteSecurity("forbidden", caller);
  if (error instanceof LimitError && GUESSING.has(error.limit)) {
    noteSecurity("login_locked", { ...caller, limit: error.limit });
  }
}
