import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuOssApi } from "#app/contract/zhiku/oss";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { reportPdf } from "#upstream/demo/report-pdf";
import { sweep } from "#upstream/jobs/sweep";
import type { ZhikuFileRow } from "#upstream/modules/zhiku/content/file-row";
import { LIMITS } from "#upstream/policy/limits";
import { createZhikuWorld, type Identity, type ZhikuWorld } from "./zhiku-world";

let now = new Date("2026-11-21T08:00:00.000Z");
let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let contentId: number;
let pdfId: number;
let sheetId: number;
let picture: number;

const pdf = reportPdf({ title: "留存报告", paragraphs: ["正文"] });
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

beforeAll(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  zhiku = await createZhikuWorld(upstream);
  const file = async (key: string, fileName: string, contentType: string, bytes: Uint8Array): Promise<ZhikuFileRow> => {
    await upstream.services.objects.put(key, bytes, contentType);
    return { key, fileName, contentType, bytes: bytes.byteLength };
  };
  contentId = await zhiku.add({
    document: await file("zhiku/202611/a.pdf", "留存报告 2026.pdf", "application/pdf", pdf),
    attachments: [
      await file("zhiku/202611/b.pdf", "附录.pdf", "application/pdf", pdf),
      await file("zhiku/202611/c.xlsx", "数据.xlsx", SHEET, Buffer.from("PK\u0003\u0004 a sheet")),
      await file("zhiku/202611/d.png", "曲线.png", "image/png", PNG),
    ],
  });
  const list = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
  [pdfId, sheetId, picture] = list.map(({ id }) => id) as [number, number, number];
});
beforeEach(() => {
  now = new Date(now.getTime() + 2 * 60_000);
});
afterAll(() => upstream.close());

const attachment = (attachmentId: number, use: "preview" | "download", who: Identity = "entitled") =>
  upstream.call(zhikuContentApi.attachmentDownloadUrl, { body: { attachmentId, use } }, { as: zhiku.people[who] });
const document = (use: "preview" | "download", who: Identity = "entitled") =>
  upstream.call(zhikuContentApi.documentDownloadUrl, { body: { contentId, use } }, { as: zhiku.people[who] });
const fetched = (url: string, headers: Record<string, string> = {}) =>
  upstream.program.fetch(new Request(url, { headers }));

describe("the list of files", () => {
  test("includes names and sizes, but no URL", async () => {
    const list = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
    expect(list.map(({ fileName, preview, bytes }) => [fileName, preview, bytes])).toEqual([
      ["附录.pdf", "pdf", pdf.length],
      ["数据.xlsx", null, expect.any(Number)],
      ["曲线.png", "image", PNG.length],
    ]);
    expect(JSON.stringify(list)).not.toContain("202611");
    const { hasDocument, file } = await upstream.call(zhikuContentApi.hasDocument, { query: { contentId } });
    expect({ hasDocument, name: file?.fileName }).toEqual({ hasDocument: true, name: "留存报告 2026.pdf" });
    const without = await zhiku.add();
    expect(await upstream.call(zhikuContentApi.hasDocument, { query: { contentId: without } })).toEqual({
      hasDocument: false,
      file: null,
    });
  });
});

describe("access to a file", () => {
  test.each([
    ["anonymous", "NOT_LOGIN"],
    ["newcomer", "USER_INFO_INCOMPLETE"],
    ["rejected", "USER_INFO_INCOMPLETE"],
    ["unentitled", "RIGHTS_NOT_SUBSCRIBED"],
    ["expired", "RIGHTS_NOT_SUBSCRIBED"],
  ] as const)("%s gets no file: %s", async (who, code) => {
    await expect(attachment(pdfId, "download", who)).rejects.toMatchObject({ code });
    await expect(attachment(picture, "preview", who)).rejects.toMatchObject({ code });
    await expect(document("download", who)).rejects.toMatchObject({ code });
    await expect(
      upstream.call(zhikuContentApi.downloadDocument, { body: { contentId } }, { as: zhiku.people[who] }),
    ).rejects.toMatchObject({ code });
  });

  test("a missing file is not found", async () => {
    await expect(attachment(999_999, "download")).rejects.toMatchObject({ code: "DOCUMENT_NOT_EXIST" });
    const without = await zhiku.add();
    const body = { contentId: without };
    await expect(
      upstream.call(zhikuContentApi.documentDownloadUrl, { body }, { as: zhiku.people.entitled }),
    ).rejects.toMatchObject({ code: "DOCUMENT_NOT_EXIST" });
  });
});

describe("an address", () => {
  test("is valid for a minute, for this file, and records for whom it was made", async () => {
    const { url, expiresAt, fileName } = await document("download");
    expect(fileName).toBe("留存报告 2026.pdf");
    expect(Date.parse(expiresAt) - now.getTime()).toBeLessThanOrEqual(60_000);
    const answer = await fetched(url);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''%E7%95%99%E5%AD%98%E6%8A%A5%E5%91%8A%202026.pdf",
    );
    const part = await fetched(url, { range: "bytes=0-4" });
    expect([part.status, await part.text()]).toEqual([206, "%PDF-"]);

    const passed = new URL(url);
    expect(passed.searchParams.get("x-reader")).toBe(String(zhiku.people.entitled));
    passed.searchParams.set("x-reader", "1");
    expect((await fetched(passed.href)).status).toBe(403);
    expect((await fetched(url.replace("a.pdf", "b.pdf"))).status).toBe(403);
    expect((await fetched(url.split("?")[0] ?? "")).status).toBe(403);
    now = new Date(now.getTime() + 61_000);
    expect((await fetched(url)).status).toBe(403);
  });

  test("of a preview shows a PDF in place, with the reader's id on each page, and no copies are kept", async () => {
    for (const ask of [() => document("preview"), () => attachment(pdfId, "preview")]) {
      const { url } = await ask();
      const answer = await fetched(url);
      expect(answer.headers.get("content-disposition")).toMatch(/^inline;/);
      expect(answer.headers.get("content-security-policy")).not.toContain("sandbox");
      const stamped = new Uint8Array(await answer.arrayBuffer());
      expect(stamped.length).not.toBe(pdf.length);
      expect((await PDFDocument.load(stamped)).getPageCount()).toBe((await PDFDocument.load(pdf)).getPageCount());
      const key = decodeURIComponent(new URL(url).pathname).replace("/oss/", "");
      expect(await upstream.services.objects.get(key)).not.toBeNull();
      now = new Date(now.getTime() + 3_600_000);
      await sweep(upstream.services);
      expect(await upstream.services.objects.get(key)).toBeNull();
    }
  });

  test("of a preview shows a picture in place; other files say why they can't be shown", async () => {
    const answer = await fetched((await attachment(picture, "preview")).url);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(answer.headers.get("content-disposition")).toMatch(/^inline;/);
    await expect(attachment(sheetId, "preview")).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("downloads", () => {
  test("are counted and logged; previews are logged", async () => {
    const before = await upstream.services.db.selectFrom("zhiku_downloads").selectAll().execute();
    await attachment(sheetId, "download");
    await attachment(picture, "preview");
    const list = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
    expect(list.find(({ id }) => id === sheetId)?.downloadCount).toBe(1);
    const after = await upstream.services.db.selectFrom("zhiku_downloads").selectAll().orderBy("id").execute();
    expect(after.slice(before.length).map(({ use, attachment_id, user_id }) => [use, attachment_id, user_id])).toEqual([
      ["download", sheetId, zhiku.people.entitled],
      ["preview", picture, zhiku.people.entitled],
    ]);
  });

  test("invalidate pages that show the number of downloads", async () => {
    const { versions } = upstream.services;
    const before = await versions.latest([`zhiku/${contentId}`]);
    await attachment(sheetId, "download");
    expect(await versions.latest([`zhiku/${contentId}`])).toBeGreaterThan(before);
  });

  test("can also be sent as bytes", async () => {
    const token = await upstream.tokenOf(zhiku.people.entitled);
    const answer = await upstream.program.fetch(
      new Request("http://upstream.test/api/pro/content/downloadDocument", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ contentId }),
      }),
    );
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-length")).toBe(String(pdf.length));
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
  });

  test("beyond the limit of a minute are refused, even at once", async () => {
    const { max } = LIMITS.downloadMinute;
    const codes = await Promise.all(
      Array.from({ length: max + 5 }, () =>
        attachment(sheetId, "download").then(
          () => "SUCCESS",
          (error: { code?: string }) => error.code,
        ),
      ),
    );
    expect(codes.sort()).toEqual([...Array(5).fill("RATE_LIMITED"), ...Array(max).fill("SUCCESS")]);
  });
});

describe("a file through the server", () => {
  const upload = (file: File) =>
    upstream.call(zhikuOssApi.upload, { body: { fileName: file.name, file } }, { ip: "192.0.2.9" });

  test("is accepted if its content matches its type", async () => {
    const { key } = await upload(new File([PNG], "一.png", { type: "image/png" }));
    expect(key).toMatch(/^form\/\d{6}\/[0-9a-f]{32}\.png$/);
    expect(await upstream.services.objects.get(key)).not.toBeNull();
  });

  test("is refused with a reason otherwise", async () => {
    await expect(upload(new File(["<script>"], "一.png", { type: "image/png" }))).rejects.toMatchObject({
      code: "UPLOAD_REJECTED",
    });
    await expect(upload(new File(["x"], "一.html", { type: "text/html" }))).rejects.toMatchObject({
      code: "INVALID_PARAMS",
    });
    await expect(upload(new File([], "空.png", { type: "image/png" }))).rejects.toMatchObject({
      code: "INVALID_PARAMS",
      data: { fields: { file: "文件是空的" } },
    });
  });
});
