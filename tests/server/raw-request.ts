import { connect } from "node:net";

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number;
  headers: Map<string, string>;
  body: string;
  /** The body as it came, of a single answer. */
  bytes: Buffer;
  /** How many answers came on the connection. */
  answers: number;
  text: string;
};

/** Milliseconds until the first answer, which may take a render, and between parts of it. */
const PATIENCE = 50_000;
const SILENCE = 500;

/** Sends bytes as they are and reads until the server closes or falls silent; for what no client library sends. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<RawAnswer> {
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

function readAnswer(received: Buffer): RawAnswer {
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
