import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { adminStartApi } from "#app/contract/admin/system/start";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { ossApi } from "#app/contract/files/oss";
import { uploadApi } from "#app/contract/files/upload";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { readUpstreamConfig } from "#upstream/config";
import { spreadsheet } from "#upstream/demo/spreadsheet";
import { backupsIn } from "#upstream/jobs/backup/backups";
import { restoreBackup } from "#upstream/jobs/backup/restore-backup";
import { archiveIn, verifyBackup } from "#upstream/jobs/backup/verify-backup";
import { moveFiles } from "#upstream/jobs/move/move-files";
import { backUpHourly, createJobRunner } from "#upstream/jobs/run-jobs";
import { backupPlaceOf } from "#upstream/modules/backup/place";
import { createOrphanRemover } from "#upstream/modules/upload/remove-orphans";
import { createObjectStore } from "#upstream/services/storage/create-object-store";
import { newObjectKey } from "#upstream/services/storage/object-key";

/** A third-party S3 server with two empty, writable buckets: `shequ-files` and `shequ-backups`. */
const {
  FOREIGN_S3_URL = "",
  FOREIGN_S3_KEY = "",
  FOREIGN_S3_SECRET = "",
  FOREIGN_S3_REGION = "us-east-1",
} = process.env;
const MIB = 1024 ** 2;
const DAY = 24 * 3_600_000;

const settingsOf = (prefix: string, bucket: string) => ({
  [`${prefix}ENDPOINT`]: FOREIGN_S3_URL,
  [`${prefix}BUCKET`]: bucket,
  [`${prefix}REGION`]: FOREIGN_S3_REGION,
  [`${prefix}ACCESS_KEY`]: FOREIGN_S3_KEY,
  [`${prefix}SECRET_KEY`]: FOREIGN_S3_SECRET,
});

describe.skipIf(!FOREIGN_S3_URL)("a bucket of a server that is not ours", { timeout: 120_000 }, () => {
  let folder: string;
  let upstream: TestUpstream;
  let token: string;
  let author: number;
  let now = new Date();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "shequ-foreign-"));
    const settings = { ...settingsOf("S3_", "shequ-files"), ...settingsOf("BACKUP_S3_", "shequ-backups") };
    const { objects, backups } = readUpstreamConfig({ DATA_DIR: folder, ...settings });
    const database = { kind: "sqlite" as const, file: join(folder, "shequ.db") };
    upstream = await createTestUpstream({ clock: () => now, config: { objects, backups, dataDir: folder, database } });
    token = await staffToken(upstream, await addStaff(upstream, "owner"));
    author = await upstream.addUser("作者", "8613900000001");
  });
  afterAll(async () => {
    const { objects, config } = upstream.services;
    for (const { key } of await objects.list("", 5_000)) await objects.remove(key);
    const place = backupPlaceOf(config);
    for (const { name } of (await place?.list("")) ?? []) await place?.remove(name);
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const keys = async () => (await upstream.services.objects.list("", 1_000)).map(({ key }) => key);
  const put = (asked: { uploadUrl: string; headers: Record<string, string> }, body: Uint8Array) =>
    fetch(asked.uploadUrl, { method: "PUT", headers: asked.headers, body: new Uint8Array(body) });

  test("is checked from the console", async () => {
    const tried = upstream.call(adminStartApi.try, { body: { what: "objects" } }, { token });
    // Its CORS rule may be anything.
    const { message } = await tried.catch((error: Error) => error);
    expect(message).toMatch(/没有签名的读不到|跨域规则（CORS）/);
  });

  test("accepts a picture by a signed URL, and readers get it resized", async () => {
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#36c" } })
      .jpeg()
      .toBuffer();
    const body = {
      fileName: "照片.jpg",
      contentType: "image/jpeg",
      bytes: photo.byteLength,
      purpose: "content",
    } as const;
    const asked = await upstream.call(ossApi.authUploadUrl, { body }, { as: author });
    expect((await put(asked, photo)).status).toBe(200);
    const confirmed = await upstream.call(uploadApi.confirm, { body: { key: asked.key } }, { as: author });
    expect(confirmed).toMatchObject({ width: 300, height: 200 });
    const signed = await upstream.services.objects.presignGet(asked.key, { seconds: 60 });
    const answer = await fetch(signed.url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await answer.arrayBuffer()).byteLength).toBe(confirmed.bytes);
    expect(await keys()).toEqual([asked.key]);
  });

  test("refuses another length or type than was signed", async () => {
    const body = { fileName: "照片.png", contentType: "image/png", bytes: 100, purpose: "content" } as const;
    const asked = await upstream.call(ossApi.authUploadUrl, { body }, { as: author });
    expect((await put(asked, Buffer.alloc(101))).status).toBeGreaterThanOrEqual(400);
    const html = { ...asked, headers: { ...asked.headers, "content-type": "text/html" } };
    expect((await put(html, Buffer.alloc(100))).status).toBeGreaterThanOrEqual(400);
  });

  test("stores large documents, reads parts of them, and sends them under their names", async () => {
    const send = async (contentType: string, bytes: Uint8Array) => {
      const body = { fileName: "年度 报告(1).bin", contentType, bytes: bytes.byteLength };
      const asked = await upstream.call(adminZhikuContentApi.presignFile, { body }, { token });
      expect((await put(asked, bytes)).status).toBe(200);
      return upstream.call(uploadApi.confirm, { body: { key: asked.key } }, { token });
    };
    const pdf = Buffer.alloc(40 * MIB, "x");
    pdf.write("%PDF-1.7\n");
    const { key } = await send("application/pdf", pdf);
    const book = spreadsheet([{ name: "名单", rows: Array(50_000).fill(["张三", "1"]) }]);
    await send("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", book);
    await expect(
      send("application/vnd.openxmlformats-officedocument.wordprocessingml.document", book),
    ).rejects.toMatchObject({ code: "UPLOAD_REJECTED" });

    const { url } = await upstream.services.objects.presignGet(key, {
      seconds: 60,
      downloadName: "年度 报告(1).pdf",
      reader: "7",
    });
    const part = await fetch(url, { headers: { range: "bytes=0-8" } });
    expect([part.status, await part.text()]).toEqual([206, "%PDF-1.7\n"]);
    expect(part.headers.get("content-type")).toBe("application/pdf");
    expect(part.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''%E5%B9%B4%E5%BA%A6%20%E6%8A%A5%E5%91%8A%281%29.pdf",
    );
    expect((await fetch(url.replace(/Signature=..../, "Signature=0000"))).status).toBe(403);
  });

  test("accepts every file of a folder, whatever its name, and returns it", async () => {
    const { objects, config } = upstream.services;
    const local = createObjectStore({ ...config, objects: { kind: "local" } }, () => now);
    const plain = ["content/202611/图 一.webp", ...Array.from({ length: 40 }, (_, n) => `cover/202611/${n}.webp`)];
    for (const key of plain) await local.put(key, Buffer.from(key), "image/webp");
    const there = (await keys()).length;
    expect(await moveFiles({ from: local, to: objects, dryRun: false })).toMatchObject({ copied: 41, wrong: [] });
    expect(await moveFiles({ from: local, to: objects, dryRun: false })).toMatchObject({ copied: 0, already: 41 });
    // Page by page, each key once.
    const paged: string[] = [];
    for (let after: string | undefined = ""; after !== undefined; ) {
      const page: { key: string }[] = await objects.list(after, 7);
      paged.push(...page.map(({ key }) => key));
      after = page.at(-1)?.key;
    }
    expect(paged).toEqual(await keys());
    expect(paged.length).toBe(there + 41);
    for (const key of plain) await local.remove(key);
    expect(await moveFiles({ from: objects, to: local, dryRun: false })).toMatchObject({
      copied: 41 + there,
      wrong: [],
    });
    expect(Buffer.from((await local.get("content/202611/图 一.webp"))?.bytes ?? [])).toEqual(
      Buffer.from("content/202611/图 一.webp"),
    );
  });

  test("loses files without a record after a day", async () => {
    const { objects } = upstream.services;
    const orphan = newObjectKey("content", "webp", now);
    await objects.put(orphan, new Uint8Array(9), "image/webp");
    const removeOrphans = createOrphanRemover();
    expect(await removeOrphans(upstream.services)).toBe(0);
    const before = now;
    now = new Date(now.getTime() + 1.1 * DAY);
    // Announced and refused uploads are deleted as well.
    expect(await removeOrphans(upstream.services)).toBeGreaterThanOrEqual(1);
    now = before;
    expect(await objects.get(orphan)).toBeNull();
    expect(await objects.sizeOf("content/202611/图 一.webp"), "named by no upload").toBe(27);
  });

  test("stores backups, from which a site is restored", async () => {
    const { services } = upstream;
    await backUpHourly(services);
    expect(await createJobRunner(services).runNext()).toMatchObject({ state: "done" });
    const place = backupPlaceOf(services.config);
    if (!place) throw new Error("no place");
    const [name = ""] = await backupsIn(place);
    const source = archiveIn(place, name, services.config.backupKey);
    const { files, problems } = await verifyBackup(source);
    expect([files > 0, problems]).toEqual([true, []]);
    const dataDir = join(folder, "restored");
    const database = { kind: "sqlite" as const, file: join(dataDir, "shequ.db") };
    const config = { ...services.config, dataDir, database, objects: { kind: "local" as const } };
    await restoreBackup(config, source);
    const restored = createObjectStore(config, () => now);
    const rows = await services.db.selectFrom("objects").select(["key", "bytes"]).where("confirmed", "=", 1).execute();
    expect(rows.length).toBeGreaterThan(2);
    for (const { key, bytes } of rows) expect(await restored.sizeOf(key), key).toBe(bytes);
  });
});
