import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { adminStartApi } from "#app/contract/admin/system/start";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { uploadApi } from "#app/contract/files/upload";
import { type S3Server, startS3 } from "#tests/support/s3-server";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { runCommandLine } from "#upstream/command-line/run-command-line";
import { readUpstreamConfig } from "#upstream/config";
import { spreadsheet } from "#upstream/demo/spreadsheet";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { archiveAt, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { writeBackup } from "#upstream/jobs/backup/write-backup";
import { moveFiles } from "#upstream/jobs/move/move-files";
import { createObjectStore } from "#upstream/services/storage/create-object-store";
import { newObjectKey } from "#upstream/services/storage/object-key";

const MIB = 1024 ** 2;
let bucket: S3Server;
let upstream: TestUpstream;
let token: string;
let folder: string;

const objectsOf = (settings: Record<string, string>) => readUpstreamConfig({ DATA_DIR: folder, ...settings }).objects;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-bucket-"));
  bucket = await startS3();
  upstream = await createTestUpstream({ config: { objects: objectsOf(bucket.settings) } });
  token = await staffToken(upstream, await addStaff(upstream, "owner"));
});
afterEach(async () => {
  await upstream.close();
  bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

async function* parts(count: number, bytes: number) {
  for (let n = 0; n < count; n += 1) yield new Uint8Array(bytes).fill(n);
}

describe("a bucket", () => {
  test("stores files completely or not at all, moves them and knows their sizes", async () => {
    const { objects } = upstream.services;
    const file = { bytes: 3 * MIB, contentType: "application/zip" };
    await objects.putStream("zhiku/202611/资料 一.zip", parts(3, MIB), file);
    expect(await objects.sizeOf("zhiku/202611/资料 一.zip")).toBe(3 * MIB);
    await expect(objects.putStream("zhiku/202611/b.zip", parts(2, MIB), file)).rejects.toThrow();
    expect(bucket.objects.has("zhiku/202611/b.zip")).toBe(false);
    await objects.move("zhiku/202611/资料 一.zip", "zhiku/202611/c.zip", "application/zip");
    expect([...bucket.objects.keys()]).toEqual(["zhiku/202611/c.zip"]);
    expect(await objects.sizeOf("zhiku/202611/资料 一.zip")).toBeNull();
    expect((await objects.list("", 10)).map(({ key }) => key)).toEqual(["zhiku/202611/c.zip"]);
  });

  test("stores a document of forty megabytes without passing it through this process, which reads only its beginning", async () => {
    const bytes = 40 * MIB;
    const body = { fileName: "手册.pdf", contentType: "application/pdf", bytes };
    const asked = await upstream.call(adminZhikuContentApi.presignFile, { body }, { token });
    const pdf = Buffer.alloc(bytes, "x");
    pdf.write("%PDF-1.7\n");
    const sent = await fetch(asked.uploadUrl, { method: "PUT", headers: asked.headers, body: pdf });
    expect(sent.status).toBe(200);
    const confirmed = await upstream.call(uploadApi.confirm, { body: { key: asked.key } }, { token });
    expect(confirmed.bytes).toBe(bytes);
    expect(bucket.objects.get(asked.key)?.contentType).toBe("application/pdf");
    expect([...bucket.objects.keys()]).toEqual([asked.key]);
  });

  test("identifies documents by parts of them, of large ones also by the end", async () => {
    const book = spreadsheet([{ name: "名单", rows: Array(20_000).fill(["张三", "1"]) }]);
    const upload = async (contentType: string) => {
      const body = { fileName: "名单.xlsx", contentType, bytes: book.byteLength };
      const asked = await upstream.call(adminZhikuContentApi.presignFile, { body }, { token });
      await fetch(asked.uploadUrl, { method: "PUT", headers: asked.headers, body: new Uint8Array(book) });
      return upstream.call(uploadApi.confirm, { body: { key: asked.key } }, { token });
    };
    const office = "application/vnd.openxmlformats-officedocument";
    expect((await upload(`${office}.spreadsheetml.sheet`)).bytes).toBe(book.byteLength);
    for (const other of [`${office}.wordprocessingml.document`, "application/epub+zip"]) {
      await expect(upload(other)).rejects.toMatchObject({ code: "UPLOAD_REJECTED" });
    }
    expect([...bucket.objects.keys()]).toEqual([expect.stringMatching(/\.xlsx$/)]);
  });

  test("is checked from the console: signed URLs work, unsigned ones don't, and browsers may send", async () => {
    const tried = () => upstream.call(adminStartApi.try, { body: { what: "objects" } }, { token });
    const { publicOrigin } = upstream.services.config;
    await expect(tried()).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`CORS）里允许来源 ${publicOrigin}、`),
    });
    bucket.allow("https://elsewhere.example");
    await expect(tried()).rejects.toMatchObject({ code: "CONFLICT" });
    bucket.allow(publicOrigin);
    expect((await tried()).message).toContain("没有签名的读不到，浏览器可以直接上传");
    expect(bucket.objects.size).toBe(0);
    const wrong = await createTestUpstream({
      config: { objects: objectsOf({ ...bucket.settings, S3_SECRET_KEY: "wrong" }) },
    });
    try {
      const stranger = await staffToken(wrong, await addStaff(wrong, "owner"));
      const refused = wrong.call(adminStartApi.try, { body: { what: "objects" } }, { token: stranger });
      await expect(refused).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringContaining("403") });
    } finally {
      await wrong.close();
    }
  });

  test("is included in the backup, and restored into an empty one", async () => {
    const { services } = upstream;
    await services.objects.put("content/202611/a.webp", new Uint8Array(70_000).fill(7), "image/webp");
    await services.objects.put("zhiku/202611/b.pdf", new Uint8Array(3).fill(9), "application/pdf");
    const file = join(folder, "backup.tar");
    await writeBackup(services, file);
    expect(await verifyBackup(await archiveAt(file))).toMatchObject({ files: 2, problems: [] });
    if (services.connection.kind !== "sqlite") return;
    const other = await startS3("another");
    try {
      const dataDir = join(folder, "restored");
      const place = { dataDir, database: { kind: "sqlite" as const, file: join(dataDir, "shequ.db") } };
      await restoreBackup({ ...services.config, ...place, objects: objectsOf(other.settings) }, await archiveAt(file));
      expect([...other.objects.keys()].sort()).toEqual(["content/202611/a.webp", "zhiku/202611/b.pdf"]);
      expect(other.objects.get("content/202611/a.webp")?.bytes.byteLength).toBe(70_000);
      expect(existsSync(join(dataDir, "shequ.db"))).toBe(true);
    } finally {
      other.close();
    }
  });
});

describe("files of a folder", () => {
  const names = Array.from({ length: 9 }, (_, n) => `content/202611/${n}.webp`);
  const contents = (n: number) => Buffer.alloc(n === 0 ? 3 * MIB : 100 + n, n + 1);

  /** Runs `move files`, with the bucket in the settings. */
  async function moved(...args: string[]): Promise<{ code: number; said: string }> {
    let said = "";
    const say = (what: unknown) => {
      said += `${what}\n`;
    };
    const code = await runCommandLine(["move", "files", ...args], {
      config: () => readUpstreamConfig({ DATA_DIR: folder, ...bucket.settings }),
      open: () => Promise.reject(new Error("the site is not needed")),
      from: folder,
      print: say,
      complain: say,
    });
    return { code, said };
  }

  /** Replaces how the bucket stores files from now on. */
  const instead = (take: typeof bucket.objects.set) => {
    bucket.objects.set = take;
  };
  const put = Map.prototype.set;
  const store = (key: string, value: Parameters<typeof bucket.objects.set>[1]) => put.call(bucket.objects, key, value);

  test("move to a bucket and back: dry run, interruption, continuation, and each file verified", async () => {
    const local = createObjectStore(
      { ...upstream.services.config, dataDir: folder, objects: { kind: "local" } },
      () => new Date(),
    );
    for (const [n, key] of names.entries()) await local.put(key, contents(n), "image/webp");
    const bytes = names.reduce((sum, _, n) => sum + contents(n).byteLength, 0);
    const all = `共 9 个文件、${bytes} 字节`;
    expect(await moved("--to", "bucket", "--dry-run")).toEqual({
      code: 0,
      said: `${all}：要复制 9 个，那边已有 0 个\n`,
    });
    expect(bucket.objects.size).toBe(0);

    instead((key, value) => {
      if (bucket.objects.size >= 4) throw new Error("the bucket is full");
      store(key, value);
      return bucket.objects;
    });
    expect(await moved("--to", "bucket")).toMatchObject({
      code: 1,
      said: expect.stringContaining("the bucket is full"),
    });
    expect(bucket.objects.size).toBe(4);

    const spoilt = names.find((key) => !bucket.objects.has(key)) ?? "";
    instead((key, value) => {
      store(key, key === spoilt ? { ...value, bytes: Buffer.alloc(value.bytes.byteLength) } : value);
      return bucket.objects;
    });
    const wrong = await moved("--to", "bucket");
    expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining(`1 个文件复制后不一样`) });
    expect(wrong.said).toContain(spoilt);
    expect(bucket.objects.size).toBe(8);

    instead(put);
    expect(await moved("--to", "bucket")).toEqual({ code: 0, said: `${all}：复制并核对了 1 个，那边已有 8 个\n` });
    for (const [n, key] of names.entries()) {
      expect(bucket.objects.get(key)?.bytes.equals(contents(n)), key).toBe(true);
      expect(bucket.objects.get(key)?.contentType).toBe("image/webp");
    }

    for (const key of names.slice(2)) await local.remove(key);
    expect(await moved("--to", "folder")).toEqual({ code: 0, said: `${all}：复制并核对了 7 个，那边已有 2 个\n` });
    expect(Buffer.from((await local.get(names[8] ?? ""))?.bytes ?? []).equals(contents(8))).toBe(true);
  });

  test("that can't all be copied report the failure once no copy is running any more, and start no other", async () => {
    const { objects: to } = upstream.services;
    const begun: string[] = [];
    const written: string[] = [];
    const from = {
      list: async () => names.map((key, n) => ({ key, bytes: 100 + n, modified: new Date() })),
      open: async () => ({ stream: new Blob(["文件"]).stream(), bytes: 6, contentType: "image/webp" }),
    };
    const putStream = async (key: string) => {
      begun.push(key);
      if (begun.length === 3) throw new Error("the bucket is full");
      await setTimeout(50);
      written.push(key);
    };
    await expect(moveFiles({ from, to: { ...to, putStream }, dryRun: false })).rejects.toThrow("full");
    expect(begun.length).toBeLessThan(names.length);
    expect(written).toEqual(begun.toSpliced(2, 1));
  });

  test("keep working at the URLs in texts: old URLs redirect, and newly written texts have the new ones", async () => {
    const key = newObjectKey("content", "webp", new Date());
    const owner = await upstream.addUser("作者", "8613800000001");
    const file = {
      file_name: "图.webp",
      content_type: "image/webp",
      bytes: 1,
      width: 4,
      height: 3,
      confirmed: 1 as const,
    };
    const created_at = new Date().toISOString();
    await upstream.services.db
      .insertInto("objects")
      .values({ key, owner_id: owner, ...file, created_at })
      .execute();
    const reply = await upstream.program.fetch(new Request(`http://127.0.0.1:3000/oss/${key}`, { redirect: "manual" }));
    const address = upstream.services.objects.publicUrl(key);
    expect([reply.status, reply.headers.get("location")]).toEqual([302, address]);
    const { html } = await upstream.services.markdown.render(`![桌子](/oss/${key})`);
    expect(html).toContain(`<img src="${address}" alt="桌子" width="4" height="3"`);
  });
});
