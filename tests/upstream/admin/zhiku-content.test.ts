import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { adminZhikuCategoryApi } from "#app/contract/admin/zhiku/category";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { uploadApi } from "#app/contract/files/upload";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { zhikuSearchApi } from "#app/contract/zhiku/search";
import { zhikuUserJourneyApi } from "#app/contract/zhiku/user-journey";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { databaseState, undoneState } from "#tests/upstream/support/database-state";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { outcomeOf } from "#tests/upstream/support/outcome-of";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { createZhikuWorld, type ZhikuWorld } from "#tests/upstream/zhiku/zhiku-world";
import type { SearchEntry } from "#upstream/services/search/search";

let upstream: TestUpstream;
let zhiku: ZhikuWorld;
let token: string;
let now = new Date("2026-05-01T08:00:00.000Z");

beforeEach(async () => {
  upstream = await createTestUpstream({ clock: () => now });
  zhiku = await createZhikuWorld(upstream);
  token = await staffToken(upstream, await addStaff(upstream, "zhiku-editor", "owner"));
});
afterEach(() => upstream.close());

const api = adminZhikuContentApi;
const FIELDS = {
  type: "report" as const,
  title: "定价实验怎么做",
  abstract: "给定价负责人的一份指南",
  content: "先定**假设**。\n\n<!--more-->\n\n## 样本量\n\n付费的正文在这里。",
  source: "知库研究组",
  cover: "",
  trial: false,
  recommended: false,
  document: "",
  attachments: [] as { key: string; fileName: string }[],
};
type Fields = Partial<Omit<typeof FIELDS, "type">> & { categoryId?: number; type?: "report" | "data" };

const wait = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const add = async (more: Fields & { publish?: boolean } = {}) => {
  const body = { ...FIELDS, categoryId: zhiku.categories.retention, ...more };
  return (await upstream.call(api.add, { body }, { token })).id;
};
const get = (id: number) => upstream.call(api.get, { params: { id } }, { token });
const put = async (id: number, more: Fields & { version?: number; publishedAt?: string } = {}) => {
  const { version, category, document, attachments } = await get(id);
  const files = attachments.map(({ key, fileName }) => ({ key, fileName }));
  const held = { categoryId: category.id, document: document?.key ?? "", attachments: files };
  return upstream.call(api.put, { body: { ...FIELDS, ...held, id, version, ...more } }, { token });
};
const to = (verb: "show" | "hide" | "remove" | "restore", id: number) =>
  upstream.call(api[verb], { body: { id } }, { token });
const read = (id: number, as = zhiku.people.entitled) => upstream.call(zhikuContentApi.get, { params: { id } }, { as });
const listed = async (categoryId?: number) =>
  (await upstream.call(zhikuContentApi.list, { query: { categoryId } })).list.map(({ id }) => id);
const found = async (q: string) =>
  (await upstream.call(zhikuSearchApi.content, { query: { q } }, { as: zhiku.people.entitled })).total;
const console_ = async (query: object = {}) =>
  (await upstream.call(api.list, { query }, { token })).list.map(({ id, state }) => `${id} ${state}`);
const undoNewest = async () => {
  const [newest] = (await upstream.call(auditApi.list, { query: {} }, { token })).list;
  return upstream.call(auditApi.undo, { body: { id: newest?.id ?? 0 } }, { token });
};
/** All rows except change counters and totals of lists that were empty before, which are checked separately. */
const state = async () => {
  await expectConsistent(upstream.services.db);
  const { list_totals: _, ...tables } = await undoneState(upstream.services.db);
  return { ...tables, zhiku_contents: tables.zhiku_contents?.map((row) => row.replace(/"version":\d+/, "")) };
};
const upload = async (fileName: string, contentType: string, bytes: Uint8Array) => {
  const body = { fileName, contentType, bytes: bytes.byteLength };
  const { uploadUrl, headers, key } = await upstream.call(api.presignFile, { body }, { token });
  const length = { "content-length": String(bytes.byteLength) };
  const sent = { method: "PUT", headers: { ...headers, ...length }, body: Buffer.from(bytes) };
  const { status } = await upstream.program.fetch(new Request(new URL(uploadUrl, "http://shequ.test"), sent));
  expect(status).toBeLessThan(300);
  await upstream.call(uploadApi.confirm, { body: { key } }, { token });
  return key;
};
const PDF = new TextEncoder().encode("%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n");

describe("a document", () => {
  test("has its words segmented before the transaction that indexes it", async () => {
    const { search } = upstream.services;
    const [put_, puts] = [search.put, [] as SearchEntry[]];
    search.put = async (trx, entries) => {
      puts.push(...entries);
      return put_(trx, entries);
    };
    await add({ publish: true });
    const id = await add();
    await put(id, { title: "定价实验" });
    await to("show", id);
    await put(id, { abstract: "另一份指南" });
    search.put = put_;
    expect(puts).toHaveLength(6);
    expect(puts.filter(({ cut }) => !cut)).toEqual([]);
    expect(await found("假设")).toBe(2);
  });

  test("is visible to staff only until it is published; then it is the newest in lists and search", async () => {
    const older = await zhiku.add();
    const empty = await state();
    wait(1);
    const id = await add();
    expect(await console_({ state: "draft" })).toEqual([`${id} draft`]);
    expect(await outcomeOf(read(id))).toBe("DOCUMENT_NOT_EXIST");
    expect([await listed(), await found("假设")]).toEqual([[older], 0]);
    wait(5);
    const before = await state();
    await to("show", id);
    expect(await read(id)).toMatchObject({ title: FIELDS.title, createdAt: now.toISOString() });
    expect(await listed(zhiku.categories.growth)).toEqual([id, older]);
    expect(await found("假设")).toBe(1);
    expect(await outcomeOf(to("show", id))).toBe("CONFLICT");
    await undoNewest();
    expect(await state()).toEqual(before);
    expect([await listed(), await found("假设")]).toEqual([[older], 0]);
    const { list } = await upstream.call(auditApi.list, { query: { action: "zhiku-content.add" } }, { token });
    await upstream.call(auditApi.undo, { body: { id: list[0]?.id ?? 0 } }, { token });
    expect(await state()).toEqual(empty);
    expect(await console_()).toEqual([`${older} public`]);
  });

  test("can be published at once, and is closed to readers without a right except for its free part", async () => {
    const id = await add({ publish: true });
    expect((await read(id)).contentHtml).toContain("付费的正文");
    const { contentHtml, viewer } = await read(id, zhiku.people.unentitled);
    expect(viewer.denied).toBe("RIGHTS_NOT_SUBSCRIBED");
    expect(contentHtml).toContain("<strong>假设</strong>");
    expect(contentHtml).not.toContain("付费");
    await undoNewest();
    expect(await console_()).toEqual([]);
    const read_ = await add({ publish: true });
    await upstream.call(zhikuUserJourneyApi.open, { body: { contentId: read_ } }, { as: zhiku.people.entitled });
    expect(await outcomeOf(undoNewest())).toBe("CONFLICT");
  });

  test("changes for readers at once, in lists, search and caches, and the undo restores every row", async () => {
    const { growth, retention, finance } = zhiku.categories;
    const id = await add({ publish: true });
    const other = await add({ publish: true, title: "另外一份" });
    await upstream.call(zhikuFavoritesApi.add, { body: { contentId: id } }, { as: zhiku.people.entitled });
    wait(10);
    const before = await state();
    const seen = await upstream.services.versions.now();
    await put(id, { categoryId: finance, type: "data", title: "改过的标题", content: "换成**秘密**", trial: true });
    expect(await upstream.services.versions.latest([`zhiku/${id}`])).toBeGreaterThan(seen);
    expect(await upstream.services.versions.latest(["zhiku-contents"])).toBeGreaterThan(seen);
    expect(await read(id)).toMatchObject({ title: "改过的标题", type: "data", trial: true, viewer: { denied: null } });
    expect([await listed(growth), await listed(finance)]).toEqual([[other], [id]]);
    expect([await found("样本量"), await found("秘密")]).toEqual([1, 1]);
    await expectConsistent(upstream.services.db);
    await undoNewest();
    expect(await state()).toEqual(before);
    expect([await listed(retention), await listed(finance)]).toEqual([[other, id], []]);
    expect([await found("样本量"), await found("秘密")]).toEqual([2, 0]);
  });

  test("is sorted by its stated time of publication", async () => {
    const first = await add({ publish: true });
    wait(60);
    const second = await add({ publish: true });
    expect(await listed()).toEqual([second, first]);
    const { createdAt } = await get(first);
    await put(first, { publishedAt: createdAt.replace(/:\d\d\.\d+Z/, ":00.000Z") });
    expect((await get(first)).createdAt).toBe(createdAt);
    const before = await state();
    wait(10);
    await put(first, { publishedAt: now.toISOString() });
    expect(await listed()).toEqual([first, second]);
    expect(await console_({ categoryId: zhiku.categories.growth })).toEqual([`${first} public`, `${second} public`]);
    const later = new Date(now.getTime() + 3_600_000).toISOString();
    expect(await outcomeOf(put(first, { publishedAt: later }))).toEqual({ publishedAt: "不能晚于现在" });
    await undoNewest();
    expect(await state()).toEqual(before);
    expect(await listed()).toEqual([second, first]);
  });

  test("hidden, shown, removed or restored reports its state, and each change can be undone", async () => {
    const id = await add({ publish: true });
    const reader = zhiku.people.entitled;
    await upstream.call(zhikuFavoritesApi.add, { body: { contentId: id } }, { as: reader });
    const favorites = async () => (await upstream.call(zhikuFavoritesApi.list, { query: {} }, { as: reader })).total;
    const all = async () => [await listed(), await found("假设"), await favorites(), await console_()];
    const there = await all();
    const steps = [
      ["hide", "hidden"],
      ["show", "public"],
      ["remove", "removed"],
      ["restore", "hidden"],
      ["remove", "removed"],
    ] as const;
    for (const [verb, becomes] of steps) {
      wait(1);
      const before = await state();
      await to(verb, id);
      expect((await get(id)).state).toBe(becomes);
      expect(await outcomeOf(to(verb, id))).toBe("CONFLICT");
      await undoNewest();
      expect(await state(), verb).toEqual(before);
      await to(verb, id);
      if (becomes === "public") expect(await all()).toEqual(there);
      else {
        expect([await listed(), await found("假设"), await favorites()]).toEqual([[], 0, 0]);
        expect(await outcomeOf(read(id))).toBe("DOCUMENT_NOT_EXIST");
      }
    }
    expect([await console_(), await console_({ state: "removed" })]).toEqual([[], [`${id} removed`]]);
    expect(await outcomeOf(put(id))).toBe("CONFLICT");
  });

  test("of a hidden category reappears with it, and can't be published into it", async () => {
    const { growth, finance } = zhiku.categories;
    const hide = (id: number) => upstream.call(adminZhikuCategoryApi.hide, { body: { id } }, { token });
    const id = await add({ publish: true });
    await hide(growth);
    expect(await get(id)).toMatchObject({ state: "hidden", withCategory: true });
    expect(await outcomeOf(to("show", id))).toBe("CONFLICT");
    expect(await outcomeOf(add({ publish: true }))).toEqual({ categoryId: expect.stringContaining("隐藏着") });
    const draft = await add();
    expect(await outcomeOf(to("show", draft))).toBe("CONFLICT");
    await put(id, { categoryId: finance });
    expect(await get(id)).toMatchObject({ state: "hidden", withCategory: false });
    await to("show", id);
    expect(await listed(finance)).toEqual([id]);
    expect(await outcomeOf(put(id, { categoryId: growth }))).toEqual({ categoryId: expect.stringContaining("隐藏着") });
  });

  test("is changed by only one of two at once, and an undo is refused if another change came after", async () => {
    const id = await add({ publish: true });
    const both = await Promise.all(["一二", "三四"].map((title) => outcomeOf(put(id, { title, version: 1 }))));
    expect(both.sort()).toEqual(["CONFLICT", "SUCCESS"]);
    await put(id, { title: "又改了" });
    const { list } = await upstream.call(auditApi.list, { query: { action: "zhiku-content.put" } }, { token });
    expect(await outcomeOf(upstream.call(auditApi.undo, { body: { id: list[1]?.id ?? 0 } }, { token }))).toBe(
      "CONFLICT",
    );
  });

  test("is refused with a message per field", async () => {
    expect(await outcomeOf(add({ categoryId: 999 }))).toEqual({ categoryId: "没有这个分类" });
    const wrong = { title: " ", abstract: "", content: "", categoryId: "" as never };
    expect(await outcomeOf(add(wrong))).toEqual({
      title: "标题不能为空",
      abstract: "摘要不能为空",
      content: "正文不能为空",
      categoryId: "请选择分类",
    });
    expect(await outcomeOf(add({ cover: "https://evil.example/a.png" }))).toEqual({ cover: "请上传一张图片" });
    expect(await outcomeOf(add({ document: "zhiku/202605/none.pdf" }))).toEqual({ document: "请重新上传这个文件" });
    const attachments = [{ key: "content/202605/x.png", fileName: "图" }];
    expect(await outcomeOf(add({ attachments }))).toEqual({ "attachments.0.fileName": "请重新上传这个文件" });
  });
});

describe("the files of a document", () => {
  const downloaded = async (contentId: number) => {
    const files = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
    return files.map(({ fileName, downloadCount }) => `${fileName} ${downloadCount}`);
  };
  const download = async (contentId: number, at: number) => {
    const files = await upstream.call(zhikuContentApi.attachmentList, { query: { contentId } });
    const body = { attachmentId: files[at]?.id ?? 0 };
    return upstream.call(zhikuContentApi.attachmentDownloadUrl, { body }, { as: zhiku.people.entitled });
  };

  test("are uploaded by staff only, keep their order and names, and are given to those who may read", async () => {
    const keys = [await upload("一.pdf", "application/pdf", PDF), await upload("二.pdf", "application/pdf", PDF)];
    const document = await upload("原件.pdf", "application/pdf", PDF);
    const attachments = keys.map((key, at) => ({ key, fileName: at === 0 ? "附录" : "数据.pdf" }));
    const id = await add({ publish: true, document, attachments });
    expect(await downloaded(id)).toEqual(["附录.pdf 0", "数据.pdf 0"]);
    expect((await read(id)).attachmentCount).toBe(2);
    const { url, fileName } = await download(id, 0);
    expect(fileName).toBe("附录.pdf");
    const ask = (path: string) => upstream.program.fetch(new Request(new URL(path, "http://shequ.test")));
    expect(new Uint8Array(await (await ask(url)).arrayBuffer())).toEqual(PDF);
    expect((await ask(`/oss/${keys[0]}`)).status).toBe(403);
    wait(2);

    const before = await state();
    await put(id, { document: "", attachments: [{ key: keys[1] ?? "", fileName: "改名.pdf" }] });
    expect(await downloaded(id)).toEqual(["改名.pdf 0"]);
    expect((await upstream.call(zhikuContentApi.hasDocument, { query: { contentId: id } })).hasDocument).toBe(false);
    await undoNewest();
    expect(await state()).toEqual(before);
    expect(await downloaded(id)).toEqual(["附录.pdf 1", "数据.pdf 0"]);
    await put(id, { attachments: [...attachments].reverse() });
    expect(await downloaded(id)).toEqual(["数据.pdf 0", "附录.pdf 1"]);
  });

  test("must be of an allowed type, and must be what they claim to be", async () => {
    const presign = (contentType: string) =>
      outcomeOf(upstream.call(api.presignFile, { body: { fileName: "a", contentType, bytes: 3 } }, { token }));
    expect(await presign("text/html")).toEqual({ contentType: expect.stringContaining("只能上传") });
    expect(await presign("image/svg+xml")).toEqual({ contentType: expect.stringContaining("只能上传") });
    const head = new TextEncoder().encode("<html>");
    await expect(upload("假.pdf", "application/pdf", head)).rejects.toThrow("expected 415");
  });
});

describe("a preview", () => {
  const preview = (as: "visitor" | "member" | "entitled", more: Fields & { id?: number } = {}) =>
    upstream.call(api.preview, { body: { ...FIELDS, categoryId: zhiku.categories.retention, as, ...more } }, { token });

  test("shows what each kind of reader would get from the same renderer, and stores nothing", async () => {
    const key = await upload("附录.pdf", "application/pdf", PDF);
    const fields = { attachments: [{ key, fileName: "附录.pdf" }], content: `${FIELDS.content}\n\n<script>x</script>` };
    const readers = { visitor: undefined, member: zhiku.people.unentitled, entitled: zhiku.people.entitled };
    const before = await databaseState(upstream.services.db);
    const shown = {
      visitor: await preview("visitor", fields),
      member: await preview("member", fields),
      entitled: await preview("entitled", fields),
    };
    expect(await databaseState(upstream.services.db)).toEqual(before);
    const id = await add({ ...fields, publish: true });
    for (const [as, reader] of Object.entries(readers)) {
      const { contentHtml, headings, length, viewer } = await upstream.call(
        zhikuContentApi.get,
        { params: { id } },
        reader === undefined ? {} : { as: reader },
      );
      const { content } = shown[as as keyof typeof shown];
      expect(content, as).toMatchObject({ title: FIELDS.title, contentHtml, headings, length, viewer });
    }
    expect(shown.visitor.content.contentHtml).not.toContain("付费");
    expect(shown.entitled.content.contentHtml).toContain("付费");
    expect(shown.entitled.attachments.map(({ fileName, preview }) => [fileName, preview])).toEqual([
      ["附录.pdf", "pdf"],
    ]);
  });

  test("of a trial is complete for every member; of something that can't be saved it says why", async () => {
    expect((await preview("member", { trial: true })).content.viewer.denied).toBeNull();
    expect((await preview("visitor", { trial: true })).content.viewer.denied).toBe("NOT_LOGIN");
    expect(await outcomeOf(preview("visitor", { title: "" }))).toEqual({ title: "标题不能为空" });
    const id = await add({ content: "原来的正文" });
    const { content } = await preview("entitled", { id, content: "换了的正文" });
    expect([content.id, content.contentHtml]).toEqual([id, expect.stringContaining("换了的正文")]);
    expect((await get(id)).content).toBe("原来的正文");
  });
});

describe("the list of documents", () => {
  test("is paged by last change or in the order of a category, and filtered by state and words", async () => {
    const { growth, finance } = zhiku.categories;
    const ids: number[] = [];
    for (const title of ["甲份", "乙份", "丙份", "丁份"]) {
      wait(1);
      ids.push(await add({ title, publish: title !== "丁份", categoryId: title === "乙份" ? finance : growth }));
    }
    wait(1);
    await put(ids[0] ?? 0, { title: "甲份，改过" });
    const paged: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await upstream.call(api.list, { query: { limit: 1, cursor } }, { token });
      paged.push(...page.list.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const [a, b, c, d] = ids;
    expect(paged).toEqual([a, d, c, b]);
    expect(await console_({ categoryId: growth })).toEqual([`${d} draft`, `${c} public`, `${a} public`]);
    expect(await console_({ state: "public", q: "改过" })).toEqual([`${a} public`]);
    expect(await console_({ q: `#${b}` })).toEqual([`${b} public`]);
    expect(await console_({ q: "100%" })).toEqual([]);
    expect(await outcomeOf(upstream.call(api.list, { query: { cursor: "x" } }, { token }))).toHaveProperty("cursor");
  });

  test("is readable with the permission to read zhiku, and changed with that to edit documents", async () => {
    const id = await add();
    const auditor = await staffToken(upstream, await addStaff(upstream, "auditor"));
    expect((await upstream.call(api.get, { params: { id } }, { token: auditor })).title).toBe(FIELDS.title);
    expect(await outcomeOf(upstream.call(api.show, { body: { id } }, { token: auditor }))).toBe("FORBIDDEN");
  });
});
