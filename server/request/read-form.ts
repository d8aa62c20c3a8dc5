import type { IncomingMessage } from "node:http";

/** Maximum bytes of a form that this server handles itself: a URL and a few words. */
const BYTES_MAX = 8 * 1024;

/** Reads the fields of a small form; empty if the body is larger or was cut off. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > BYTES_MAX) return new URLSearchParams();
      chunks.push(chunk);
    }
  } catch {
    return new URLSearchParams();
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}
