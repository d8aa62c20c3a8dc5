import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renameCurrentBuild } from "#tests/builds/renamed-build";
import type { Program } from "#tests/server/run-program";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { newDatabase, PG_SERVER, type TestDatabase } from "#tests/upstream/support/pg-server";
import { migrations } from "#upstream/db/migrations";
import { transact } from "#upstream/db/transact";
import { requestJob } from "#upstream/modules/job/queue";
import { expectEachLikeOnce, furnishBusySite, type Member } from "./busy-site";
import { startNginx } from "./nginx";
import { CUT, getPage, sendForm } from "./plain-browser";
import { production } from "./production";
import { type RoundRobin, startRoundRobin } from "./round-robin";
import { newFolder, removeFolders, startProgram } from "./run";

const PROCESSES = 3;
const ARTICLES = 50;
/** `LIMITS.commentMinute` */
const COMMENTS_PER_MINUTE = 12;
/** SEVERAL_KILLS=30 for the full test, BEHIND_NGINX=1 with nginx in front, using our sample. */
const KILLS = Number(process.env.SEVERAL_KILLS ?? 2);
const WRITERS = 4;
/** Nobody may like more than 60 things a minute: a member who has liked all articles is replaced by the next. */
const MEMBERS = 8 + 8 * KILLS;
/** Acknowledged writes between two kills. */
const BETWEEN = 15;

describe.skipIf(!PG_SERVER)(
  "three processes, one PostgreSQL, one bucket, one address",
  { timeout: 120_000 + KILLS * 10_000 },
  () => {
    let database: TestDatabase;
    let bucket: S3Server;
    let proxy: RoundRobin;
    let settings: Record<string, string>;
    let programs: Program[];
    let urls: string[];
    let upstream: TestUpstream;
    let author: Member;
    let members: Member[];
    /** Articles' ids and paths. */
    let articles: { id: number; path: string }[];

    beforeAll(async () => {
      database = await newDatabase();
      bucket = await startS3();
      proxy = process.env.BEHIND_NGINX ? await startNginx() : await startRoundRobin();
      settings = {
        ...production(newFolder()),
        ...bucket.settings,
        DATABASE_URL: database.url,
        PUBLIC_ORIGIN: proxy.origin,
        TRUST_PROXY: "1",
        LOG_LEVEL: "info",
        DATABASE_POOL_MAX: "4",
      };
      // All at once, on an empty database.
      programs = Array.from({ length: PROCESSES }, () => startProcess());
      urls = await Promise.all(programs.map((program) => program.ready()));
      proxy.lead(urls);
      upstream = await createTestUpstream({
        config: { mode: "production", database: { kind: "postgres", url: database.url } },
      });
      ({ author, members, articles } = await furnishBusySite(upstream, { members: MEMBERS, articles: ARTICLES }));
    }, 120_000);
    afterAll(async () => {
      for (const { child, ended } of programs ?? []) {
        child.kill("SIGKILL");
        await ended;
      }
      await upstream?.close();
      proxy?.close();
      bucket?.close();
      await database?.drop();
      removeFolders();
    });

    const startProcess = (folder?: string) => startProgram(["dist/server.js"], settings, folder);

    const get = (url: string, path: string, member?: Member) => getPage(url + path, member?.token);
    const post = (url: string, path: string, member: Member, form: URLSearchParams | FormData) =>
      sendForm(url + path, form, { token: member.token, origin: proxy.origin });

    const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;
    const comment = (url: string, member: Member, article: { id: number; path: string }, text: string, key?: string) =>
      post(
        ...([url, "/write/comment", member] as const),
        new URLSearchParams({
          on: `article:${article.id}`,
          next: article.path,
          text,
          ...(key ? { idempotencyKey: key } : {}),
        }),
      );
    const like = (url: string, member: Member, articleId: number) =>
      post(url, "/actions/reaction", member, new URLSearchParams({ reaction: `like:article:${articleId}:on` }));

    test("migrations ran once, whichever process started first", async () => {
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
        upstream.services.db,
      );
      expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations).sort());
      for (const program of programs) expect(program.output()).not.toMatch(/"level":"error"/);
    });

    test("a write at one process is on the cached pages of all at once", async () => {
      const article = at(articles, 0);
      for (let round = 0; round < 12; round += 1) {
        const before = await Promise.all(urls.map((url) => get(url, article.path)));
        expect(before.map(({ status }) => status)).toEqual([200, 200, 200]);
        const text = `第${round}轮的评论`;
        const written = await comment(at(urls, round), at(members, round), article, text);
        expect(written.status).toBe(302);
        const after = await Promise.all(urls.map((url) => get(url, article.path)));
        expect(after.map((page) => page.text.includes(text))).toEqual([true, true, true]);
      }
    });

    test("limits count the calls of all processes together", async () => {
      const id = await upstream.addUser("急性子", "8613800000300");
      const hasty = { id, token: await upstream.tokenOf(id) };
      const written = await Promise.all(
        Array.from({ length: COMMENTS_PER_MINUTE + 6 }, (_, n) =>
          comment(at(urls, n), hasty, at(articles, 1), `赶着写的第${n}条`),
        ),
      );
      const done = written.filter(({ status }) => status === 302);
      expect(done).toHaveLength(COMMENTS_PER_MINUTE);
      const refused = written.find(({ status }) => status !== 302);
      expect(refused).toMatchObject({ status: 429, text: expect.stringContaining("赶着写的第") });
    });

    test("a login is valid at all processes, and so is its end", async () => {
      const id = await upstream.addUser("登录的人", "8613800000301");
      const someone = { id, token: await upstream.tokenOf(id) };
      const account = () => Promise.all(urls.map(async (url) => (await get(url, "/account/profile", someone)).status));
      expect(await account()).toEqual([200, 200, 200]);
      expect((await post(at(urls, 0), "/actions/logout", someone, new URLSearchParams())).status).toBe(302);
      expect(await account()).toEqual([302, 302, 302]);
    });

    test("a notification arrives at whichever process its reader is connected to", async () => {
      const cookie = `token=${author.token}`;
      const doors = [...urls, proxy.origin];
      const tabs = await Promise.all(doors.map((url) => fetch(`${url}/live/notifications`, { headers: { cookie } })));
      const readers = tabs.map(({ body }) => (body as ReadableStream<Uint8Array>).getReader());
      const totals = readers.map(totalsOf);
      const first = await Promise.all(totals.map(async (each) => (await each.next()).value));
      await comment(at(urls, 1), at(members, 3), at(articles, 2), "请作者来看");
      const then = await Promise.all(totals.map(async (each) => (await each.next()).value));
      expect(then).toEqual(first.map((total) => Number(total) + 1));
      await Promise.all(readers.map((reader) => reader.cancel()));
    });

    /** The totals that a tab receives. */
    async function* totalsOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<number> {
      for (let text = ""; ; ) {
        const { value, done } = await reader.read();
        if (done) return;
        text += new TextDecoder().decode(value);
        for (
          let found = /data: \{"total":(\d+)\}\n\n/.exec(text);
          found;
          found = /data: \{"total":(\d+)\}\n\n/.exec(text)
        ) {
          text = text.slice(found.index + found[0].length);
          yield Number(found[1]);
        }
      }
    }

    test("a picture uploaded to one process is in the bucket, and on the pages of another", async () => {
      const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#36c" } })
        .png()
        .toBuffer();
      const form = new FormData();
      form.set("intent", "avatar");
      form.set("avatar", new File([new Uint8Array(png)], "我.png", { type: "image/png" }));
      expect((await post(at(urls, 0), "/account/profile", author, form)).status).toBe(302);
      const key = [...bucket.objects.keys()].find((each) => each.startsWith("avatar/")) ?? "";
      const page = await get(at(urls, 1), at(articles, 3).path);
      expect(page.text).toContain(`/${key}`);
      expect((await fetch(`${bucket.settings.S3_ENDPOINT}/${bucket.settings.S3_BUCKET}/${key}`)).status).toBe(200);
    });

    test("a job is run by one process", async () => {
      const { services } = upstream;
      const id = await transact(services.db, (trx) => requestJob(trx, services, { kind: "recount", askedBy: null }));
      const job = () =>
        services.db.selectFrom("jobs").select(["state", "tries"]).where("id", "=", id).executeTakeFirstOrThrow();
      await expect.poll(job).toEqual({ state: "done", tries: 1 });
      // A process logs it after it has written it.
      const told = () => programs.flatMap((program) => program.output().match(/"event":"job_ended"/g) ?? []);
      await expect.poll(told).toHaveLength(1);
    });

    test("killed one after the other under load: what was acknowledged is there, and only what was cut off failed", async () => {
      const acknowledged: string[] = [];
      const wrong = new Map<number, number>();
      let over = false;
      const waiting = members.values();
      const write = async () => {
        for (const member of waiting) {
          for (const { id } of articles) {
            for (let done = false; !done && !over; ) {
              const { status } = await like(proxy.origin, member, id);
              done = status === 302;
              if (done) acknowledged.push(`${member.id} ${id}`);
              else wrong.set(status, (wrong.get(status) ?? 0) + 1);
            }
          }
        }
      };
      const read = async () => {
        for (let n = 0; !over; n += 1) {
          const { status } = await get(proxy.origin, at(articles, n).path);
          if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1);
        }
      };
      const load = Promise.all([...Array.from({ length: WRITERS }, write), read()]);
      for (let kill = 0; kill < KILLS; kill += 1) {
        const from = acknowledged.length;
        await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThan(from + BETWEEN);
        const n = kill % PROCESSES;
        const killed = programs[n] as Program;
        killed.child.kill("SIGKILL");
        await killed.ended;
        const next = startProcess();
        programs[n] = next;
        urls[n] = await next.ready();
        proxy.lead([...urls]);
      }
      over = true;
      await load;
      expect([...wrong.keys()].filter((status) => status !== CUT)).toEqual([]);
      await expectEachLikeOnce(upstream, acknowledged);
    });

    test("a newer build comes in one process after the other: pages have their files, forms their words", async () => {
      const article = at(articles, 5);
      const writer = at(members, 6);
      const form = (await get(proxy.origin, article.path, writer)).text;
      const [, key = ""] = /name="idempotencyKey" value="([\da-f]{32})"/.exec(form) ?? [];
      expect(key).not.toBe("");
      const newer = renameCurrentBuild("rolled");
      const wrong: number[] = [];
      let over = false;
      const read = async () => {
        for (let n = 0; !over; n += 1) {
          const { status } = await get(proxy.origin, at(articles, n).path);
          if (status !== 200) wrong.push(status);
        }
      };
      const load = read();
      const marks = new Set<boolean>();
      for (let n = 0; n < PROCESSES; n += 1) {
        const old = programs[n] as Program;
        const next = startProcess(newer);
        programs[n] = next;
        urls[n] = await next.ready();
        proxy.lead([...urls]);
        old.child.kill("SIGTERM");
        expect(await old.ended).toBe(0);
        for (let asked = 0; asked < PROCESSES; asked += 1) {
          const { text } = await get(at(urls, asked), article.path);
          marks.add(text.includes('data-build="b"'));
          const files = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js))"/g)].map(
            ([, file = ""]) => file,
          );
          expect(files.length).toBeGreaterThan(0);
          for (const file of files) {
            const answers = await Promise.all(urls.map((url) => fetch(url + file, { method: "HEAD" })));
            expect(
              answers.map(({ status }) => status),
              file,
            ).toEqual([200, 200, 200]);
          }
        }
      }
      over = true;
      await load;
      expect(wrong).toEqual([]);
      expect(marks).toEqual(new Set([true, false]));

      // A form of the older build, sent to the newer one: refused with its input, then accepted.
      const long = "字".repeat(3_000);
      const refused = await comment(proxy.origin, writer, article, long, key);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(`${long}</textarea>`);
      expect((await comment(proxy.origin, writer, article, "改短以后", key)).status).toBe(302);
    });
  },
);
