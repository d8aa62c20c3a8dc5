import { z } from "zod";
import { MESSAGES } from "#app/contract/codes";
import type { UpstreamReply } from "#app/contract/transport";
import { UpstreamError } from "#app/server/errors/upstream-error";
import type { HttpReply } from "./http-request.server";
import { broken, isUnsure, isWrite, kindOf, type OutgoingCall, unanswered } from "./transport.server";

const REPLY_BYTES_MAX = 5 * 1024 * 1024;
const HTTP_OK = 200;
/** From here on, a server or what is in front of it fails. */
const HTTP_FAILED = 500;
/** Too slow, too many. */
const BUSY = new Set([408, 429]);
/** Not found, method not allowed, not implemented. */
const UNKNOWN_CALL = new Set([404, 405, 501]);
/** Many servers omit null fields; anything with a code is a reply. */
const envelope = z.object({
  code: z.string(),
  message: z
    .string()
    .nullish()
    .transform((message) => message ?? ""),
  data: z.unknown().default(null),
});

/** Envelope of a reply: code, message and data. */
export type Envelope = z.output<typeof envelope>;

/**
 * Reads the envelope of the reply that `ask` gets. @throws UpstreamError NETWORK for anything but a 200 with an
 * envelope
 */
export async function readEnvelope(
  ask: () => Promise<HttpReply>,
  call: Pick<OutgoingCall, "name" | "sent">,
): Promise<Envelope & Pick<UpstreamReply, "dependsOn">> {
  const { name } = call;
  let text: string;
  let reply: HttpReply;
  try {
    reply = await ask();
    text = await readCapped(reply, name);
  } catch (error) {
    throw error instanceof UpstreamError ? error : unanswered(call, kindOf(error));
  }
  const parsed = parseEnvelope(text);
  if (!parsed) throw broken(name, "not an envelope", isWrite(name), true);
  return { ...parsed, dependsOn: dependenciesOf(reply) };
}

/** Parses an envelope; null for anything else. */
export function parseEnvelope(text: string): Envelope | null {
  try {
    return envelope.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads a reply of at most 5 MiB as text. @throws UpstreamError NETWORK, or NOT_IMPLEMENTED for an unknown extension
 * call
 */
export async function readCapped({ status, chunks, cancel }: HttpReply, name: string): Promise<string> {
  if (status !== HTTP_OK) {
    cancel();
    // An upstream without the extension does not know its calls; that is no network error.
    if (UNKNOWN_CALL.has(status) && name.includes(" /api/ext/")) {
      throw new UpstreamError("NOT_IMPLEMENTED", MESSAGES.NOT_IMPLEMENTED, null, name);
    }
    throw broken(name, `HTTP ${status}`, isUnsure(name, status), status < HTTP_FAILED && !BUSY.has(status));
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    // Leaving the loop frees the connection.
    if (bytes > REPLY_BYTES_MAX) throw broken(name, `more than ${REPLY_BYTES_MAX} bytes`, isWrite(name));
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Version keys of what a reply was made from; none if it does not say. */
export function dependenciesOf(reply: Pick<HttpReply, "header">): string[] {
  const header = reply.header("x-depends-on");
  try {
    return header ? header.split(" ").map(decodeURIComponent) : [];
  } catch {
    return [];
  }
}
