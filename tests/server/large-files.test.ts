import { execFile } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openAsBlob, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, ORIGIN, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { createCategory } from "#upstream/modules/zhiku/category/write";
import { type Served, serveWorld } from "./serve-world";

const MIB = 1024 * 1024;
const NEW = "/admin/zhiku/content/new";
const HEAD = "%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";

setFlagsFromString("--expose-gc");
/** Live memory is measured, not garbage. */
const collectGarbage = runInNewContext("gc") as () => void;

const NAME = "全文；终稿;v=2.pdf";
/** Submits the form from a separate process, so that this process's memory is only the server's. */
const CLIENT = `
  import { openAsBlob } from "node:fs";
  const { typed, folder, url, origin, token, NAME } = JSON.parse(process.env.FORM);
  const body = new FormData();
  for (const [name, value] of Object.entries(typed)) body.set(name, value);
  for (const [field, name] of [["document.file", NAME], ["files.file", "附录.pdf"], ["files.file", "数据.pdf"]])
    body.append(field, new File([await openAsBlob(folder + "/" + name)], name, { type: "application/pdf" }));
  const headers = { cookie: "token=" + token, origin, "sec-fetch-mode": "navigate" };
  const { status, headers: back } = await fetch(url, { method: "POST", redirect: "manual", body, headers });
  console.log(JSON.stringify({ status, location: back.get("location") }));
`;

let world: World;
let site: Served;
let folder: string;
let editor: string;
let member: string;
let typed: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-large-"));
  world = await createWorld();
  site = await serveWorld(world);
  await giveRole(world.upstream, world.seed.alice, "zhiku-editor");
  editor = await world.upstream.tokenOf(world.seed.alice);
  await holdForConsole(world.upstream, editor);
  member = await world.upstream.tokenOf(world.seed.bob);
  const parts = {
    slug: "prices",
    name: "定价",
    description: "",
    parentId: null,
    cover: null,
    banner: null,
    position: 9,
  };
  const { id } = await transact(world.upstream.services.db, (trx) => createCategory(trx, parts));
  const page = await site.get(`${NEW}?category=${id}`, { cookie: `token=${editor}` });
  const words = { title: "定价实验怎么做", abstract: "一份指南", content: "先定**假设**。" };
  typed = { ...fieldsIn(await page.text()), ...words, intent: "save" };
});
afterAll(async () => {
  await site.close();
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A PDF of a given size, mostly a sparse file. */
async function pdf(name: string, bytes: number): Promise<File> {
  const path = join(folder, name);
  const file = openSync(path, "w");
  ftruncateSync(file, bytes);
  writeSync(file, HEAD, 0);
  closeSync(file);
  return new File([await openAsBlob(path)], name, { type: "application/pdf" });
}

function send(path: string, token: string, files: [field: string, file: File][], fields = typed): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [name, file] of files) body.append(name, file);
  return post(path, token, { body });
}

const post = (path: string, token: string, init: RequestInit): Promise<Response> =>
  fetch(site.url + path, {
    method: "POST",
    redirect: "manual",
    ...init,
    headers: { cookie: `token=${token}`, origin: ORIGIN, "sec-fetch-mode": "navigate", ...init.headers },
  });

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith("shequ-form-"));
/** Calls a function again and again, each time after as many ms as it returned, at the latest until the test's end. */
function repeat(look: () => number): () => void {
  let timer: NodeJS.Timeout;
  const next = (after: number) => {
    timer = setTimeout(() => next(look()), after);
  };
  const stop = () => clearTimeout(timer);
  onTestFinished(stop);
  next(0);
  return stop;
}

/** Of other, killed processes. */
const old = new Set(folders());
const spooled = () => folders().filter((name) => !old.has(name));

test("a console form accepts files far larger than other forms, without holding them in memory", {
  timeout: 180_000,
}, async () => {
  collectGarbage();
  // Other files of tests ran in this process before, and some of what they kept may still be there.
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  // In a large heap on a busy machine a collection takes long, so the server is given several times as much.
  const stopWatching = repeat(() => {
    const began = Date.now();
    collectGarbage();
    most = Math.max(most, process.memoryUsage().arrayBuffers);
    return 500 + 5 * (Date.now() - began);
  });
  await Promise.all([pdf(NAME, 100 * MIB), pdf("附录.pdf", 13 * MIB), pdf("数据.pdf", 14 * MIB)]);
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", CLIENT], {
    env: {
      ...process.env,
      FORM: JSON.stringify({ typed, folder, url: site.url + NEW, origin: ORIGIN, token: editor, NAME }),
    },
  });
  const answer = JSON.parse(stdout) as { status: number; location: string };
  stopWatching();
  expect(answer.status).toBe(302);
  const id = Number(/(\d+)$/.exec(answer.location)?.[1]);
  const kept = await world.upstream.call(adminZhikuContentApi.get, { params: { id } }, { token: editor });
  expect(kept.document).toMatchObject({ fileName: NAME, bytes: 100 * MIB });
  expect(kept.attachments.map(({ fileName, bytes }) => [fileName, bytes])).toEqual([
    ["附录.pdf", 13 * MIB],
    ["数据.pdf", 14 * MIB],
  ]);
  expect(most - before, "a file was in memory whole").toBeLessThan(50 * MIB);
  expect(spooled()).toEqual([]);
});

test("a file that is too large is reported at its field, and no input is lost", async () => {
  const answer = await send(NEW, editor, [["document.file", await pdf("太大.pdf", 201 * MIB)]]);
  const text = await answer.text();
  expect(fieldsIn(text)).toMatchObject({ title: typed.title, content: typed.content });
  expect(text).toMatch(/id="[^"]+-error"[^>]*>(?:<[^>]*>|\s)*文件不能超过 200 MB/);
  expect(spooled()).toEqual([]);
});

test("from somebody who is not staff the text fields are read, and no file is stored", async () => {
  const large = await pdf("文件.pdf", 20 * MIB);
  let written = 0;
  const stopWatching = repeat(() => {
    written = Math.max(written, spooled().length);
    return 1;
  });
  const ended = await send(NEW, "ended", [["document.file", large]]);
  const stranger = await send(NEW, member, [["document.file", large]]);
  stopWatching();
  expect(await ended.text()).toContain(typed.title);
  expect(stranger.status).toBe(403);
  expect(written).toBe(0);
});

test("other pages refuse such a form, and a truncated form is reported as such", async () => {
  const large = await pdf("别处.pdf", 20 * MIB);
  // The response arrives while most of the file is still being sent.
  const refused = await send("/admin/announcement/new", editor, [["file", large]]);
  expect([refused.status, await refused.text()]).toEqual([
    413,
    expect.stringMatching(/提交的内容太大，一次最多 12 MB。.*“返回”.*还在/),
  ]);
  const boundary = "----cut";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="document.file"; filename="a.pdf"\r\n\r\n`;
  const answer = await post(NEW, editor, {
    body: Buffer.concat([Buffer.from(head), Buffer.alloc(13 * MIB)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("没能读懂提交的内容");
  expect(spooled()).toEqual([]);
});

test("stored files are deleted when their sender disconnects in the middle", async () => {
  const head = '--cut\r\nContent-Disposition: form-data; name="document.file"; filename="a.pdf"\r\n\r\n';
  const socket = connect(site.port, "127.0.0.1", () => {
    const lines = ["Host: a", `Cookie: token=${editor}`, `Origin: ${ORIGIN}`, "Sec-Fetch-Mode: navigate"];
    const body = ["Content-Type: multipart/form-data; boundary=cut", `Content-Length: ${100 * MIB}`];
    socket.write(`POST ${NEW} HTTP/1.1\r\n${[...lines, ...body].join("\r\n")}\r\n\r\n${head}`);
    socket.write(Buffer.alloc(MIB));
  });
  await expect.poll(() => spooled().length).toBe(1);
  socket.destroy();
  await expect.poll(spooled).toEqual([]);
});
