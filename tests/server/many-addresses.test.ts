import { connect } from "node:net";
import { expect, test } from "vitest";
import { production } from "#tests/programs/production";
import { cleanUp, newFolder, start } from "#tests/programs/run";
import { owned } from "./run-program";

cleanUp();

const REQUESTS = 30_000;
const CONNECTIONS = 5;
/** Requests pipelined on a connection. */
const BATCH = 50;
const DEVICES = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/140.0",
  "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148",
  "Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile",
  "Googlebot/2.1 (+http://www.google.com/bot.html)",
];
/** URLs that were never requested before: too long for a page, with an unknown parameter, with a known one. */
const KINDS: [target: (random: string) => string, status: number][] = [
  [(random) => `/robots.txt?q=${random.repeat(600)}`, 414],
  [(random) => `/robots.txt?z=${random.repeat(150)}`, 200],
  [(random) => `/robots.txt?q=${random.repeat(150)}`, 200],
];

/** Sends requests on one connection, in batches. @returns the number of responses with each status */
function askMany(port: number, count: number): Promise<Record<string, number>> {
  return new Promise((resolve, reject) => {
    const seen: Record<string, number> = {};
    let [sent, answered, rest] = [0, 0, ""];
    const socket = connect(port, "127.0.0.1");
    const sendBatch = () => {
      let lines = "";
      for (let i = 0; i < BATCH && sent < count; i += 1, sent += 1) {
        const [target] = KINDS[sent % KINDS.length] as (typeof KINDS)[number];
        const random = Math.random().toString(36).slice(2, 14).padEnd(12, "x");
        const device = DEVICES[Math.floor(sent / KINDS.length) % DEVICES.length];
        lines += `HEAD ${target(random)} HTTP/1.1\r\nHost: a\r\nUser-Agent: ${device}\r\n\r\n`;
      }
      socket.write(lines);
    };
    socket.on("connect", sendBatch);
    socket.on("data", (chunk) => {
      const text = rest + chunk.toString("latin1");
      const end = text.lastIndexOf("\r\n") + 2;
      rest = text.slice(end);
      for (const [, status = ""] of text.slice(0, end).matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        seen[status] = (seen[status] ?? 0) + 1;
        answered += 1;
      }
      if (answered === count) socket.end();
      else if (answered === sent) sendBatch();
    });
    socket.on("error", reject);
    socket.on("close", () => (answered === count ? resolve(seen) : reject(new Error(`only ${answered} answers`))));
  });
}

test("30,000 distinct uncached URLs do not exhaust a small heap", { timeout: 240_000 }, async () => {
  const program = start(["--max-old-space-size=112", "dist/server.js"], await owned(production(newFolder())));
  const url = await program.ready();
  const port = Number(new URL(url).port);
  const each = REQUESTS / CONNECTIONS;
  const seen = await Promise.all(Array.from({ length: CONNECTIONS }, () => askMany(port, each)));
  const total = (status: number) => seen.reduce((sum, one) => sum + (one[status] ?? 0), 0);
  expect([total(200), total(414)]).toEqual([(REQUESTS / 3) * 2, REQUESTS / 3]);
  expect((await fetch(`${url}/question`)).status).toBe(200);
  expect(program.child.exitCode).toBeNull();
});
