import { readFileSync } from "node:fs";
import { Agent, type ClientRequest, get } from "node:http";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Program } from "#tests/server/run-program";
import { freePort } from "#tests/support/free-port";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { type Article, expectEachLikeOnce, furnishBusySite, type Member } from "./busy-site";
import { CUT, type Reply, sendForm } from "./plain-browser";
import { production } from "./production";
import { cleanUp, newFolder, removeFolders, run, start, startProgram } from "./run";

const ORIGIN = "http://127.0.0.1:3000";
const WORKERS = 2;
/** Concurrent requests, so that each worker gets some of them. */
const AT_ONCE = 8;
/** Connections of a proxy. */
const HELD = 16;
const ARTICLES = 40;
/** `LIMITS.commentMinute` */
const COMMENTS_PER_MINUTE = 12;
const SEARCHES_PER_MINUTE = 30;
/** WORKER_KILLS=30 for the full test. */
const KILLS = Number(process.env.WORKER_KILLS ?? 2);
const WRITERS = 4;
const MEMBERS = 8 + 8 * KILLS;
/** Acknowledged writes between two kills. */
const BETWEEN = 15;

cleanUp();

/** Requests on a new connection, which any worker may accept. */
function read(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  return new Promise((resolve) => {
    const cut = () => resolve({ status: CUT, text: "" });
    get(url, { agent: false, headers }, (answer) => {
      const status = answer.statusCode ?? CUT;
      answer.toArray().then((chunks) => resolve({ status, text: Buffer.concat(chunks).toString() }), cut);
    }).once("error", cut);
  });
}

/** A request on one of a proxy's connections. @returns its status */
function readBy(agent: Agent, url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once("end", () => resolve(response.statusCode))).once(
      "error",
      reject,
    );
  });
}

/** Child processes of a process. */
const childrenOf = (pid = 0): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

describe("two workers, one SQLite file, one port", { timeout: 120_000 + KILLS * 10_000 }, () => {
  let upstream: TestUpstream;
  let program: Program;
  let url: string;
  let metrics: string;
  let author: Member;
  let members: Member[];
  let articles: Article[];

  beforeAll(async () => {
    const folder = newFolder();
    const port = await freePort();
    metrics = `http://127.0.0.1:${port}/metrics`;
    const settings = {
      ...production(folder),
      PUBLIC_ORIGIN: ORIGIN,
      TRUST_PROXY: "1",
      LOG_LEVEL: "info",
      WORKERS: String(WORKERS),
      METRICS_PORT: String(port),
      SEARCHES_PER_MINUTE: String(SEARCHES_PER_MINUTE),
      // A machine that is busy with other tests refuses for another reason.
      PRESSURE_WAIT_MS: "0",
    };
    // On an empty folder: the first worker creates the database for both.
    program = startProgram(["dist/server.js"], settings);
    url = await program.ready();
    upstream = await createTestUpstream({
      config: { mode: "production", database: { kind: "sqlite", file: join(folder, "shequ.db") }, dataDir: folder },
    });
    ({ author, members, articles } = await furnishBusySite(upstream, { members: MEMBERS, articles: ARTICLES }));
  }, 120_000);
  afterAll(async () => {
    program?.child.kill("SIGKILL");
    await program?.ended;
    await upstream?.close();
    removeFolders();
  });

  /** Whether each worker answers some of the concurrent requests. */
  async function bothAnswer(): Promise<boolean> {
    const before = await pagesOf();
    await each(articleOf(0).path);
    const after = await pagesOf();
    return ["1", "2"].every((worker) => (after.get(worker) ?? 0) > (before.get(worker) ?? 0));
  }

  /** Number of pages answered by each worker. */
  async function pagesOf(): Promise<Map<string, number>> {
    const { text } = await read(metrics);
    const samples = text.matchAll(/^shequ_http_requests_total\{worker="(\d)",kind="page",status="200"\} (\d+)$/gm);
    return new Map([...samples].map(([, worker = "", count]) => [worker, Number(count)]));
  }

  const articleOf = (n: number) => articles[n % articles.length] as Article;
  const memberOf = (n: number) => members[n % members.length] as Member;
  const cookieOf = ({ token }: Member) => ({ cookie: `token=${token}` });
  /** Sends the same request to each worker. */
  const each = (path: string, headers?: Record<string, string>): Promise<Reply[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, () => read(url + path, headers)));
  const ofAll = <T>(value: T): T[] => Array(AT_ONCE).fill(value);
  const post = (path: string, { token }: Member, form: Record<string, string>) =>
    sendForm(url + path, new URLSearchParams(form), { token, origin: ORIGIN });
  const comment = (member: Member, { id, path }: Article, text: string) =>
    post("/write/comment", member, { on: `article:${id}`, next: path, text });
  const like = (member: Member, { id }: Article) =>
    post("/actions/reaction", member, { reaction: `like:article:${id}:on` });

  test("both respond", async () => {
    await expect.poll(() => bothAnswer()).toBe(true);
  });

  test("connections that one worker accepted alone are divided when they are used", async () => {
    const [, other = 0] = childrenOf(program.child.pid);
    const agent = new Agent({ keepAlive: true, maxSockets: HELD });
    const readAll = () => Promise.all(Array.from({ length: HELD }, () => readBy(agent, url + articleOf(0).path)));
    /** Whether both answer requests on connections that are open already. */
    const areDivided = async () => {
      const before = await pagesOf();
      await readAll();
      const after = await pagesOf();
      return ["1", "2"].every((worker) => (after.get(worker) ?? 0) > (before.get(worker) ?? 0));
    };
    try {
      process.kill(other, "SIGSTOP");
      expect(await readAll()).toEqual(Array(HELD).fill(200));
      process.kill(other, "SIGCONT");
      await expect.poll(areDivided).toBe(true);
    } finally {
      process.kill(other, "SIGCONT");
      agent.destroy();
    }
  });

  test("a write at one worker is on the cached pages of both at once", async () => {
    const article = articleOf(0);
    for (let round = 0; round < 6; round += 1) {
      expect((await each(article.path)).map(({ status }) => status)).toEqual(ofAll(200));
      const text = `第${round}轮的评论`;
      expect((await comment(memberOf(round), article, text)).status).toBe(302);
      expect((await each(article.path)).map((page) => page.text.includes(text))).toEqual(ofAll(true));
    }
  });

  test("limits of writes and of rendering count both workers together", async () => {
    const id = await upstream.addUser("急性子", "8613800000300");
    const hasty = { id, token: await upstream.tokenOf(id) };
    const written = await Promise.all(
      Array.from({ length: COMMENTS_PER_MINUTE + 6 }, (_, n) => comment(hasty, articleOf(1), `赶着写的第${n}条`)),
    );
    expect(written.filter(({ status }) => status === 302)).toHaveLength(COMMENTS_PER_MINUTE);

    let asked = 0;
    let made = 0;
    const search = async () => {
      const headers = { "x-forwarded-for": "203.0.113.9" };
      const answers = await Promise.all(ofAll(headers).map(() => read(`${url}/search/all?q=word${++asked}`, headers)));
      made += answers.filter(({ status }) => status === 200).length;
      return answers.map(({ status }) => status);
    };
    // Each alone would render this many.
    await expect.poll(search, { interval: 150 }).toEqual(ofAll(429));
    expect(made).toBeGreaterThanOrEqual(SEARCHES_PER_MINUTE);
    expect(made).toBeLessThan(1.5 * SEARCHES_PER_MINUTE);
  });

  test("a login is valid at both, and so is its end", async () => {
    const id = await upstream.addUser("登录的人", "8613800000301");
    const someone = { id, token: await upstream.tokenOf(id) };
    const account = async () => (await each("/account/profile", cookieOf(someone))).map(({ status }) => status);
    expect(await account()).toEqual(ofAll(200));
    expect((await post("/actions/logout", someone, {})).status).toBe(302);
    expect(await account()).toEqual(ofAll(302));
  });

  test("a notification reaches tabs at both", async () => {
    const tabs = await Promise.all(ofAll(author).map(openTab));
    const before = tabs.map(({ totals }) => totals().at(-1) ?? 0);
    expect((await comment(memberOf(3), articleOf(2), "请作者来看")).status).toBe(302);
    await expect.poll(() => tabs.map(({ totals }) => totals().at(-1))).toEqual(before.map((total) => total + 1));
    for (const { request } of tabs) request.destroy();
  });

  /** A member's tab, after it received the first total. */
  async function openTab(member: Member): Promise<{ request: ClientRequest; totals: () => number[] }> {
    let text = "";
    const request = get(`${url}/live/notifications`, { agent: false, headers: cookieOf(member) }, (answer) => {
      answer.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      answer.on("error", () => {});
    });
    request.on("error", () => {});
    const totals = () => [...text.matchAll(/data: \{"total":(\d+)\}\n\n/g)].map(([, total]) => Number(total));
    await expect.poll(() => totals().length).toBe(1);
    return { request, totals };
  }

  test("killed in turn under load they are replaced; acknowledged writes are kept, and only interrupted requests failed", async () => {
    const acknowledged: string[] = [];
    const wrong = new Set<number>();
    let over = false;
    const waiting = members.values();
    const write = async () => {
      for (const member of waiting) {
        for (const article of articles) {
          for (let done = false; !done && !over; ) {
            const { status } = await like(member, article);
            done = status === 302;
            if (done) acknowledged.push(`${member.id} ${article.id}`);
            else wrong.add(status);
          }
        }
      }
    };
    const readOn = async () => {
      for (let n = 0; !over; n += 1) {
        const { status } = await read(url + articleOf(n).path);
        if (status !== 200) wrong.add(status);
      }
    };
    const load = Promise.all([...Array.from({ length: WRITERS }, write), readOn()]);
    const running = new Set(childrenOf(program.child.pid));
    for (let kill = 0; kill < KILLS; kill += 1) {
      const from = acknowledged.length;
      await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThan(from + BETWEEN);
      const [oldest = 0] = running;
      process.kill(oldest, "SIGKILL");
      running.delete(oldest);
      await expect.poll(() => bothAnswer()).toBe(true);
      for (const pid of childrenOf(program.child.pid)) running.add(pid);
    }
    over = true;
    await load;
    await expect.poll(() => bothAnswer()).toBe(true);
    expect(program.output().match(/"event":"worker_died"/g)).toHaveLength(KILLS);
    wrong.delete(CUT);
    expect([...wrong]).toEqual([]);
    await expectEachLikeOnce(upstream, acknowledged);
  });

  test("SIGTERM to the whole group, as a supervisor sends it, ends open tabs and all processes, with 0", async () => {
    const tabs = await Promise.all(ofAll(author).map(openTab));
    const ended = tabs.map(({ request }) => new Promise((resolve) => request.once("close", resolve)));
    const pids = childrenOf(program.child.pid);
    expect(pids).toHaveLength(WORKERS);
    for (const pid of [program.child.pid ?? 0, ...pids]) process.kill(pid, "SIGTERM");
    expect(await program.ended).toBe(0);
    await Promise.all(ended);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });
});

describe("workers that can't start", () => {
  test("end all together with the first one's reason, once", async () => {
    const taken = await start(["dist/server.js"], { ...production(newFolder()), PORT: "0" }).ready();
    const { code, output } = await run(["dist/server.js"], {
      ...production(newFolder()),
      WORKERS: "2",
      PORT: new URL(taken).port,
    });
    expect(code).toBe(1);
    expect(output.match(/EADDRINUSE/g)).toHaveLength(1);
  });

  test("in place of one that died end all after some attempts, with their reason", async () => {
    const folder = newFolder();
    const port = String(await freePort());
    const program = start(["dist/server.js"], { ...production(folder), WORKERS: "2", METRICS_PORT: port });
    await program.ready();
    await expect.poll(async () => (await read(`http://127.0.0.1:${port}/metrics`)).text).toContain('worker="2"');
    expect(program.output().match(/本站还没有站长/g), "said by the first worker only").toHaveLength(1);
    const upstream = await createTestUpstream({
      config: { mode: "production", database: { kind: "sqlite", file: join(folder, "shequ.db") }, dataDir: folder },
    });
    const at = { name: "9999-of-tomorrow", timestamp: "2030-01-01T00:00:00.000Z" };
    const { db } = upstream.services as unknown as { db: Kysely<{ kysely_migration: typeof at }> };
    await db.insertInto("kysely_migration").values(at).execute();
    await upstream.close();
    const [first = 0] = childrenOf(program.child.pid);
    process.kill(first, "SIGKILL");
    expect(await program.ended).toBe(1);
    expect(program.output().match(/数据库已由更新的版本升级过/g)).toHaveLength(3);
  });
});
