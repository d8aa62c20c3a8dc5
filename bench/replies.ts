import { get } from "node:http";

/** Headers that browsers send, on which responses depend. */
export const BROWSER_HEADERS = {
  "accept-encoding": "gzip, deflate, br",
  "user-agent":
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
};

/** A raw response, with the headers set by the program (not those of node:http). */
export type WireReply = { path: string; status: number; headers: string[]; body: Buffer };

const OF_NODE = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

export function fetchReply(
  origin: string,
  path: string,
  headers: Record<string, string> = BROWSER_HEADERS,
): Promise<WireReply> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const list: string[] = [];
        for (let n = 0; n < response.rawHeaders.length; n += 2) {
          const [name = "", value = ""] = response.rawHeaders.slice(n, n + 2);
          if (!OF_NODE.has(name.toLowerCase())) list.push(name, value);
        }
        resolve({ path, status: response.statusCode ?? 0, headers: list, body: Buffer.concat(chunks) });
      });
    }).on("error", reject);
  });
}

/** @throws Error unless the page exists */
export async function fetchPage(origin: string, path: string): Promise<WireReply> {
  const reply = await fetchReply(origin, path);
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`);
  return reply;
}
