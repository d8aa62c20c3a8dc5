import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { requestJob } from "#upstream/modules/job/queue";
import { getPage, sendForm } from "./plain-browser";
import { production } from "./production";
import { cleanUp, newFolder, start } from "./run";
import { createSmallSite } from "./small-site";

const ORIGIN = "http://127.0.0.1:3000";
/** Maximum comments per minute (`commentMinute`). */
const COMMENTS_MAX = 12;

let folder: string;
let upstream: TestUpstream;
let token: string;
let article: { id: number; path: string };

cleanUp();
beforeAll(async () => {
  folder = newFolder();
  ({ token, article } = await createSmallSite(folder, "正文。".repeat(50)));
  const database = { kind: "sqlite" as const, file: join(folder, "shequ.db") };
  upstream = await createTestUpstream({ config: { database, dataDir: folder } });
});
afterAll(() => upstream.close());

test("when the clock jumps an hour and a day ahead, behind and back, sessions last, writes are kept and shown, jobs run, and limits lock nobody out", {
  timeout: 120_000,
}, async () => {
  const settings = { ...production(folder), ASSETS_DIR: newFolder(), PUBLIC_ORIGIN: ORIGIN, LOG_LEVEL: "error" };
  const program = start(["--import", "./tests/programs/shifted-clock.mjs", "dist/server.js"], settings);
  const url = await program.ready();
  let written = 0;
  const comment = async () => {
    written += 1;
    const text = `第${written}段评论`;
    const form = new URLSearchParams({ on: `article:${article.id}`, next: article.path, text });
    const { status } = await sendForm(`${url}/write/comment`, form, { token, origin: ORIGIN });
    return { status, text };
  };
  const expectWhole = async () => {
    const { status, text } = await comment();
    expect(status).toBe(302);
    expect((await getPage(url + article.path)).text).toContain(text);
    expect((await getPage(`${url}/account/profile`, token)).status).toBe(200);
    expect((await getPage(`${url}/readyz`)).status).toBe(200);
  };

  const expectJobDone = async () => {
    const { services } = upstream;
    const id = await requestJob(services.db, services, { kind: "recount", askedBy: null });
    const state = () => services.db.selectFrom("jobs").select("state").where("id", "=", id).executeTakeFirst();
    await expect.poll(state, { timeout: 10_000 }).toEqual({ state: "done" });
  };

  await expectWhole();
  for (const shift of ["clock 3600000", "clock -3600000", "clock 86400000", "clock -86400000", "clock 0"]) {
    program.child.kill("SIGUSR2");
    await expect.poll(() => program.output()).toContain(shift);
    await expectWhole();
    await expectJobDone();
    // Until it is refused: counts by one clock mean nothing to the other.
    let refused = 0;
    for (let n = 0; n < COMMENTS_MAX && refused === 0; n += 1) {
      const { status } = await comment();
      if (status !== 302) refused = status;
    }
    expect(refused).toBe(429);
  }
  expect(program.output()).not.toMatch(/"level":"error"/);
});
