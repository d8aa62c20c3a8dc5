import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { pipeline, Readable } from "node:stream";
import { env } from "#app/server/env.server";

/** An outgoing HTTP request. */
export type HttpRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
  /** Called when there is a connection, before anything is sent. */
  onConnect?: () => void;
};

type Upload = Omit<HttpRequest, "body"> & { body: Readable | null };

/** A reply whose body has not been read. Leaving the loop over `chunks` early, or `cancel`, frees the connection. */
export type HttpReply = {
  status: number;
  header(name: string): string | null;
  chunks: AsyncIterable<Uint8Array>;
  cancel(): void;
};

/** Idle connections are closed before the other side does it (Node: 5 s), so that none dies during a request. */
const KEEP_ALIVE = { keepAlive: true, maxSockets: 256, timeout: 4_000 };
const plain = new HttpAgent(KEEP_ALIVE);
const secure = new HttpsAgent(KEEP_ALIVE);

/**
 * Sends a request to a separate upstream once, without retries; redirects are not followed. Node's own `fetch` can't be
 * used: it loses track of the signal when garbage is collected while it waits, and the connection stays open for
 * minutes.
 * @throws if there is no reply, or the signal aborts
 */
export async function askOverHttp(request: HttpRequest | Upload): Promise<HttpReply> {
  const reply = await send(request);
  return {
    status: reply.statusCode ?? 0,
    header: (name) => reply.headers[name]?.toString() ?? null,
    chunks: reply,
    cancel: () => void reply.destroy(),
  };
}

function send({ method, url, headers, body, signal, onConnect }: HttpRequest | Upload): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSecure = url.startsWith("https:");
    const sent: Record<string, string> = { ...headers };
    const { upstreamSecret } = env();
    if (upstreamSecret !== null) sent["x-upstream-secret"] = upstreamSecret;
    // Node would not say where the body of a DELETE ends.
    if (typeof body === "string") sent["content-length"] = String(Buffer.byteLength(body));
    const options = { method, headers: sent, signal, agent: isSecure ? secure : plain };
    const request: ClientRequest = (isSecure ? httpsRequest : httpRequest)(url, options, resolve);
    request.on("error", reject);
    if (onConnect)
      request.on("socket", (socket) => (socket.connecting ? socket.once("connect", onConnect) : onConnect()));
    if (body instanceof Readable) pipeline(body, request, (error) => error && reject(error));
    else request.end(body ?? undefined);
  });
}
