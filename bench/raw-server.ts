import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// Minimal node:http server: finds the response by path and sends its headers and bytes.
type Stored = { path: string; status: number; headers: string[]; body: string };

const stored = JSON.parse(readFileSync(process.env.BENCH_ANSWERS ?? "", "utf8")) as Stored[];
const answers = new Map(
  stored.map(({ path, body, ...rest }) => [path, { ...rest, body: Buffer.from(body, "base64") }]),
);

createServer((request, response) => {
  const answer = answers.get(request.url ?? "") ?? { status: 200, headers: [], body: "" };
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
}).listen(Number(process.env.PORT), "127.0.0.1");
