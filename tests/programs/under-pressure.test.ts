import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { type AddressInfo, createServer, connect as openSocket, type Socket } from "node:net";
import { join } from "node:path";
import Hashids from "hashids";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { type Program, watchProgram } from "#tests/server/run-program";
import { startS3 } from "#tests/support/s3-server";
import { createTestUpstream } from "#tests/upstream/support/harness";
import { addStaff } from "#tests/upstream/support/staff";
import { createWriter } from "#tests/upstream/support/writer";
import { getPage, type Reply, sendForm } from "./plain-browser";
import { production } from "./production";
import { startRoundRobin } from "./round-robin";
import { cleanUp, endAfterwards, newFolder, start } from "./run";

const ORIGIN = "http://127.0.0.1:3000";
const MIB = 1024 ** 2;
/** Readiness requires 32 MB free. */
const DISK = 48 * MIB;
const TYPED = "写了很久的一段评论";

/** Whether this machine allows a private mount for a test. */
const HAS_DISKS = spawnSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;
const HAS_LIMITS = spawnSync("prlimit", ["--version"]).status === 0;

let filled: string;
let token: string;
/** Path and id of an article that nobody has read. */
let articles: { id: number; path: string }[];

cleanUp();
beforeAll(async () => {
  filled = newFolder();
  const database = { kind: "sqlite" as const, file: join(filled, "shequ.db") };
  const upstream = await createTestUpstream({ config: { database, dataDir: filled } });
  await addStaff(upstream, "owner");
  const author = await upstream.addUser("作者", "8613900000001");
  token = await upstream.tokenOf(author);
  const write = createWriter(upstream);
  const shortIds = new Hashids(production(filled).HASHID_SALT, 12);
  articles = [];
  for (let n = 0; n < 30; n += 1) {
    const id = await write.article({ authorId: author, title: `文章${n}`, content: "正文。".repeat(500) });
    articles.push({ id, path: `/article/${shortIds.encode(id)}` });
  }
  await upstream.close();
});

const article = (n: number) => articles[n % articles.length] as (typeof articles)[number];

/** A copy of the site in its own folder. */
function newSite(): Record<string, string> & { DATA_DIR: string } {
  const folder = newFolder();
  cpSync(filled, folder, { recursive: true });
  return { ...production(folder), ASSETS_DIR: newFolder(), PUBLIC_ORIGIN: ORIGIN };
}

/** Starts the site on a small private disk, which disappears with the process. */
function startOnDisk(how: "rw" | "ro"): { program: Program; disk: string } {
  const disk = newFolder();
  const settings = { ...production(disk), ASSETS_DIR: newFolder(), PUBLIC_ORIGIN: ORIGIN };
  const script =
    'mount -t tmpfs -o size="$1" tmpfs "$2" && cp -r "$3"/. "$2" && mount -o "remount,$4" "$2" && exec "$5" dist/server.js';
  const child = spawn("unshare", ["-m", "sh", "-c", script, "sh", String(DISK), disk, filled, how, process.execPath], {
    env: {
      PATH: process.env.PATH ?? "",
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      ENV_FILE: "",
      PORT: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const program = endAfterwards(watchProgram(child));
  return { program, disk: `/proc/${child.pid}/root${disk}` };
}

const comment = (url: string, n: number, text: string): Promise<Reply> => {
  const { id, path } = article(n);
  const form = new URLSearchParams({ on: `article:${id}`, next: path, text });
  return sendForm(`${url}/write/comment`, form, { token, origin: ORIGIN });
};
const statusOf = async (url: string, path: string) => (await getPage(url + path)).status;

/** Reads succeed; writes are refused with a message and keep the input. */
async function expectReadOnly(url: string): Promise<void> {
  expect([await statusOf(url, article(0).path), await statusOf(url, article(1).path)]).toEqual([200, 200]);
  const refused = await comment(url, 0, TYPED);
  expect(refused.status).toBe(503);
  expect(refused.text).toContain(`${TYPED}</textarea>`);
  expect(refused.text).toMatch(/field__error|role="alert"/);
}

/** As if nothing had happened. */
async function expectWhole(url: string): Promise<void> {
  await expect.poll(async () => (await comment(url, 0, TYPED)).status).toBe(302);
  expect((await getPage(url + article(0).path)).text).toContain(TYPED);
  await expect.poll(() => statusOf(url, "/readyz")).toBe(200);
}

describe.runIf(HAS_DISKS)("a disk", () => {
  test("that is full: readers read, writers get a message, and everything works again when there is space", async () => {
    const { program, disk } = startOnDisk("rw");
    const url = await program.ready();
    expect(await statusOf(url, article(0).path)).toBe(200);
    const filler = join(disk, "filler");
    const fill = () => {
      for (let bytes = MIB; bytes >= 512; bytes /= 2) {
        for (let full = false; !full; ) {
          try {
            appendFileSync(filler, Buffer.alloc(bytes));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
            full = true;
          }
        }
      }
    };
    fill();
    await expectReadOnly(url);
    await expect.poll(() => statusOf(url, "/readyz")).toBe(503);
    expect(program.output()).toContain("the disk is full");
    rmSync(filler);
    await expectWhole(url);
  });

  test("for backups and exports that is full: the command says so in a line, and leaves nothing there", () => {
    const disk = newFolder();
    const { DATA_DIR } = newSite();
    const script = `mount -t tmpfs -o size=512k tmpfs "$1" && "$2" dist/admin.js backup "$1/backup.tar"
      cat /dev/zero 2>/dev/null > "$1/filler"; "$2" dist/admin.js audit export --out "$1/log.csv"; ls -A "$1"`;
    const { stdout, stderr } = spawnSync("unshare", ["-m", "sh", "-c", script, "sh", disk, process.execPath], {
      env: {
        ...production(DATA_DIR),
        NODE_ENV: "production",
        PATH: process.env.PATH ?? "",
        ENV_FILE: "",
        PUBLIC_ORIGIN: ORIGIN,
      },
      encoding: "utf8",
    });
    const exported = "写不了 --out 的文件：盘满了，腾出空间后再试";
    expect({ stdout, stderr }).toEqual({
      stdout: "filler\n",
      stderr: `备份没有写完：${disk} 所在的盘满了\n${exported}\n`,
    });
  });

  test("for the log that is full: the site starts and serves, and logs when there is space", async () => {
    const disk = newFolder();
    const script = `mount -t tmpfs -o size=512k tmpfs "$1"; cat /dev/zero 2>/dev/null > "$1/filler"
      exec "$2" dist/server.js 2> "$1/log"`;
    const child = spawn("unshare", ["-m", "sh", "-c", script, "sh", disk, process.execPath], {
      env: {
        ...newSite(),
        NODE_ENV: "production",
        PATH: process.env.PATH ?? "",
        ENV_FILE: "",
        PORT: "0",
        ACCESS_LOG: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const program = endAfterwards(watchProgram(child));
    const url = await program.ready();
    expect(await statusOf(url, article(0).path)).toBe(200);
    const seen = `/proc/${child.pid}/root${disk}`;
    expect(readFileSync(join(seen, "log"), "utf8")).toBe("");
    rmSync(join(seen, "filler"));
    expect(await statusOf(url, article(1).path)).toBe(200);
    await expect.poll(() => readFileSync(join(seen, "log"), "utf8")).toContain("request_answered");
  });

  test("that is read-only: the start says so in a line", async () => {
    const { program } = startOnDisk("ro");
    expect(await program.ended).toBe(1);
    const lines = program.output().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/read-?only/i);
  });
});

describe.runIf(HAS_LIMITS)("a process", () => {
  const limit = (program: Program, what: string) => execFileSync("prlimit", ["--pid", String(program.child.pid), what]);

  test("that can't write to any disk any more: readers read, writers get a message, and everything works again afterwards", async () => {
    const program = start(["dist/server.js"], newSite());
    const url = await program.ready();
    expect(await statusOf(url, article(0).path)).toBe(200);
    limit(program, "--fsize=0:");
    await expectReadOnly(url);
    limit(program, "--fsize=unlimited:");
    await expectWhole(url);
  });

  test("without file descriptors: connected clients are served, and everybody afterwards", async () => {
    const program = start(["dist/server.js"], newSite());
    const url = await program.ready();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string) =>
      new Promise<number>((resolve, reject) => {
        get(url + path, { agent }, (answer) => answer.resume().on("end", () => resolve(answer.statusCode ?? 0))).on(
          "error",
          reject,
        );
      });
    expect(await ask(article(0).path)).toBe(200);
    const open = readdirSync(`/proc/${program.child.pid}/fd`).length;
    limit(program, `--nofile=${open + 4}:`);
    const crowd = Array.from(
      { length: 40 },
      (): Socket => openSocket(Number(new URL(url).port), "127.0.0.1").on("error", () => {}),
    );
    for (let n = 1; n < 6; n += 1) expect(await ask(article(n).path)).toBe(200);
    for (const socket of crowd) socket.destroy();
    limit(program, "--nofile=1024:");
    agent.destroy();
    await expectWhole(url);
    expect(program.child.exitCode).toBeNull();
  });
});

test("a heap of 96 MB suffices for two dozen readers whose pages are rendered anew", async () => {
  const program = start(["--max-old-space-size=96", "dist/server.js"], {
    ...newSite(),
    PAGE_CACHE_MB: "0",
    // On a slow machine this many requests cause pressure.
    PRESSURE_WAIT_MS: "0",
  });
  const url = await program.ready();
  let asked = 0;
  const read = async () => {
    while (asked < 200) {
      asked += 1;
      expect(await statusOf(url, article(asked).path)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 24 }, read));
  await expectWhole(url);
});

test("with an unreachable or silent bucket, texts are read and written, and files are refused with a message", async () => {
  const bucket = await startS3();
  const front = await startRoundRobin();
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  try {
    const there = { ...bucket.settings, S3_ENDPOINT: front.origin, UPSTREAM_TIMEOUT_MS: "1500" };
    const settings = { ...newSite(), ...there, LOG_LEVEL: "error" };
    front.lead([bucket.settings.S3_ENDPOINT ?? ""]);
    const program = start(["dist/server.js"], settings);
    const url = await program.ready();
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#36c" } })
      .png()
      .toBuffer();
    const send = () => {
      const form = new FormData();
      form.set("intent", "avatar");
      form.set("avatar", new File([new Uint8Array(picture)], "我.png", { type: "image/png" }));
      return sendForm(`${url}/account/profile`, form, { token, origin: ORIGIN });
    };
    for (const [n, targets] of [[], [`http://127.0.0.1:${(silent.address() as AddressInfo).port}`]].entries()) {
      front.lead(targets);
      const refused = await send();
      expect(refused.status).toBe(503);
      expect(refused.text).toMatch(/class="avatar-form"/);
      expect(program.output().match(/"event":"upload_failed","host":"127\.0\.0\.1:\d+"/g)).toHaveLength(n + 1);
      expect(await statusOf(url, article(n).path)).toBe(200);
      expect((await comment(url, n, TYPED)).status).toBe(302);
      front.lead([bucket.settings.S3_ENDPOINT ?? ""]);
      await expect.poll(async () => (await send()).status).toBe(302);
    }
  } finally {
    front.close();
    bucket.close();
    silent.close();
  }
});
