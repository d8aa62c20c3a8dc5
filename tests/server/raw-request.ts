import { connect } from "node:net";

export type RawReply = {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: Map<string, string>;
  body: string;
  /** The raw body of a single response. */
  bytes: Buffer;
  /** Number of responses on the connection. */
  answers: number;
  text: string;
};

/** Timeout in milliseconds for responses, which may include rendering. */
const PATIENCE = 50_000;
/** Milliseconds after complete responses in which another one would begin. */
const SILENCE = 500;

/**
 * Sends raw bytes and reads until the server closes the connection or sends nothing after complete responses; for
 * requests that no client library sends.
 */
export function rawRequest(port: number, request: string | Buffer): Promise<RawReply> {
  const bytes = Buffer.from(request);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    const finish = () => {
      socket.destroy();
      resolve(readAnswer(Buffer.concat(chunks)));
    };
    socket.setTimeout(PATIENCE, finish);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      const received = Buffer.concat(chunks).toString("latin1");
      socket.setTimeout(areComplete(received, bytes.subarray(0, 5).toString() === "HEAD ") ? SILENCE : PATIENCE);
    });
    socket.on("end", finish);
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? finish() : reject(error)));
  });
}

/** Whether some bytes are nothing but whole responses (RFC 9112, section 6.3). */
function areComplete(received: string, withoutBody: boolean): boolean {
  let at = 0;
  let more = true;
  while (at < received.length) {
    const end = received.indexOf("\r\n\r\n", at);
    if (end === -1) return false;
    const header = received.slice(at, end);
    at = end + 4;
    more = header.startsWith("HTTP/1.1 1");
    if (withoutBody || more || /^HTTP\/1\.1 (?:204|304)/.test(header)) continue;
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(header) ?? [];
    const last = received.indexOf(LAST_CHUNK, end + 2);
    if (length !== undefined) at += Number(length);
    else if (last !== -1) at = last + LAST_CHUNK.length;
    else return false;
  }
  return !more && at === received.length;
}

const LAST_CHUNK = "\r\n0\r\n\r\n";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

function readAnswer(received: Buffer): RawReply {
  const all = received.toString("latin1");
  const text = all.startsWith(CONTINUE) ? all.slice(CONTINUE.length) : all;
  const end = text.indexOf("\r\n\r\n");
  const [line = "", ...fields] = (end === -1 ? text : text.slice(0, end)).split("\r\n");
  const bytes = end === -1 ? Buffer.alloc(0) : Buffer.from(text.slice(end + 4), "latin1");
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(line)?.[1] ?? 0),
    headers: new Map(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(":");
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    ),
    body: bytes.toString("utf8"),
    bytes,
    answers: text.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0,
    text,
  };
}
