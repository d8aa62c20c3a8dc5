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

/** Timeout in milliseconds until the first response, which may include rendering, and between its parts. */
const PATIENCE = 50_000;
const SILENCE = 500;

/**
 * Sends raw bytes and reads until the server closes the connection or stops sending; for requests that no client
 * library sends.
 */
export function rawRequest(port: number, bytes: string | Buffer): Promise<RawReply> {
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
      socket.setTimeout(SILENCE);
    });
    socket.on("end", finish);
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? finish() : reject(error)));
  });
}

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
