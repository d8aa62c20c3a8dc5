import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SECURITY_EVENTS } from "#log/security-events";
import { SERVER_EVENTS } from "#log/server-events";
import { UPSTREAM_EVENTS } from "#log/upstream-events";
import { announceErrors, loggedLines } from "#tests/runner/console-errors";
import { createWorld, loadBuild, ORIGIN, type World } from "#tests/world/world";
import { serveWorld } from "./serve-world";

const EVENTS = [...SECURITY_EVENTS, ...Object.keys(SERVER_EVENTS), ...Object.keys(UPSTREAM_EVENTS)];
/** Output for people at a terminal who start a program; browsers have their own console. */
const FOR_PEOPLE = [
  "server.ts",
  "upstream/main.ts",
  "upstream/start.ts",
  "upstream/import/main.ts",
  "upstream/command-line/main.ts",
];

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const sources = ["server.ts", ...["app", "log", "server", "upstream"].flatMap(filesIn)]
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

test("docs/operations.md has a row for each event, and no other", () => {
  const log = /\n## Log\n([\s\S]*?)\n## /.exec(readFileSync("docs/operations.md", "utf8"))?.[1] ?? "";
  const listed = [...log.matchAll(/^\| `(\w+)` \|/gm)].map(([, event]) => event);
  expect(listed.sort()).toEqual([...EVENTS].sort());
});

test.each(EVENTS)("%s is logged somewhere", (event) => {
  const noted = new RegExp(String.raw`\b(?:[nN]ote(?:Server|Security)?|noting)\([^()]*"${event}"`);
  expect(sources.filter(({ text }) => noted.test(text)).map(({ file }) => file)).not.toEqual([]);
});

test("server code writes to the console in no other way", () => {
  const isServer = (file: string) => /^(?:server|log|upstream)|\.server\.tsx?$|^app\/(?:server|routes)\//.test(file);
  const writes = sources.filter(
    ({ file, text }) => isServer(file) && /\bconsole\.\w+\(|\bstd(?:err|out)\.write/.test(text),
  );
  expect(writes.map(({ file }) => file).sort()).toEqual([...FOR_PEOPLE, "log/log.ts"].sort());
});

describe("a line", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  test("names a failed request, without its contents", async () => {
    announceErrors(/request_failed/);
    const served = await serveWorld(world, {
      onRender: () => {
        throw new Error("it was about 13812345678", { cause: new Error("the cause") });
      },
    });
    expect((await served.get("/question?word=secret", { cookie: "theme=dark" })).status).toBe(500);
    await served.close();
    const [line] = loggedLines();
    expect(line).toMatchObject({ level: "error", event: "request_failed", call: "GET /question" });
    expect(line?.error).toMatch(/^Error: it was about 138\*\*\*\*5678\n {4}at [\s\S]*\nbecause of Error: the cause/);
    expect(JSON.stringify(line)).not.toContain("secret");
  });

  test("names a failed page, with the number that its reader sees", async () => {
    announceErrors(/page_failed/);
    const { handleError } = (await loadBuild()).entry.module;
    const request = new Request(`${ORIGIN}/question?word=secret`);
    handleError?.(new Error("no page"), { request, params: {}, context: { requestId: "request-7" } });
    expect(loggedLines()).toMatchObject([
      { level: "error", event: "page_failed", call: "GET /question", requestId: "request-7" },
    ]);
    expect(JSON.stringify(loggedLines())).not.toContain("secret");
  });
});
