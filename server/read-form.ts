import type { IncomingMessage } from "node:http";

/** Bytes of a form of this server itself: an address, and a few words. */
const BYTES_MAX = 8 * 1024;

/** Fields of a small form; empty for one that is larger, or broken off. */
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
