import { Readable } from "node:stream";
import type { Endpoint } from "#app/contract/endpoint";
import { env } from "#app/server/env.server";
import { madeFrom } from "#app/server/request-scope.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { askEmbedded, EMBEDDED_URL } from "./embedded-transport.server";
import { askOverHttp } from "./http-request.server";
import { type AnyInput, outgoingCall } from "./outgoing-call.server";
import { dependenciesOf, parseEnvelope, readCapped } from "./read-envelope.server";
import { refusal } from "./refusal.server";
import { limitReply } from "./reply-limit.server";
import { broken, kindOf } from "./transport.server";

const HTTP_OK = 200;
/** Headers of a file reply that are passed on. */
const FILE_HEADERS = ["content-type", "content-length", "content-disposition", "cache-control"];

/** Calls an endpoint that replies with a file, and streams its bytes. @throws UpstreamError before the first byte */
export async function streamFile(args: ServerArgs, endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const { name, method, target, headers, body } = outgoingCall(args, endpoint, input);
  const { upstreamUrl, upstreamTimeout } = env();
  const url = (upstreamUrl ?? EMBEDDED_URL) + target;
  const limit = limitReply(endpoint.timeout ?? upstreamTimeout);
  const signal = AbortSignal.any([args.request.signal, limit.signal]);
  const sent = { method, url, headers, body, signal };
  const asked = upstreamUrl === null ? askEmbedded(sent, args.context.upstream) : askOverHttp(sent);
  const reply = await asked.catch((error: unknown) => {
    throw broken(name, kindOf(error));
  });
  const disposition = reply.header("content-disposition");
  // A file may be JSON, too; an envelope is sent as nothing but itself.
  const isJson =
    reply.header("content-type")?.startsWith("application/json") && !/^attachment\b/i.test(disposition ?? "");
  if (reply.status !== HTTP_OK || isJson) {
    const refused = parseEnvelope(await readCapped(reply, name));
    if (!refused) throw broken(name, "neither a file nor an envelope");
    throw refusal(args, name, refused);
  }
  const dependsOn = dependenciesOf(reply);
  madeFrom(args.context, { dependsOn });
  // Nothing would tell when it shows something that is gone.
  if (dependsOn.length === 0) args.context.unshared = true;
  const passed = FILE_HEADERS.flatMap((header): [string, string][] => {
    const value = reply.header(header);
    return value === null ? [] : [[header, value]];
  });
  // Only pictures for everybody are shown in place; the origin is ours.
  if (disposition === null && endpoint.auth !== "anyone") passed.push(["content-disposition", "attachment"]);
  const bytes = Readable.toWeb(Readable.from(limit.pieces(reply.chunks), { objectMode: false })) as ReadableStream;
  return new Response(bytes, { headers: [...passed, ["x-content-type-options", "nosniff"]] });
}
