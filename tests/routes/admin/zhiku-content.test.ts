import { afterAll, beforeAll, expect, test } from "vitest";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { fieldsIn } from "#tests/routes/support/fields-in";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { transact } from "#upstream/db/transact";
import { createCategory } from "#upstream/modules/zhiku/category/write";

let world: World;
let editor: Reader;
let token: string;
let category: string;

beforeAll(async () => {
  world = await createWorld();
  await giveRole(world.upstream, world.seed.alice, "zhiku-editor");
  editor = await world.as(world.seed.alice);
  token = editor.cookies.get("token") ?? "";
  await holdForConsole(world.upstream, token);
  const fields = {
    slug: "prices",
    name: "定价",
    description: "",
    parentId: null,
    cover: null,
    banner: null,
    position: 9,
  };
  category = String((await transact(world.upstream.services.db, (trx) => createCategory(trx, fields))).id);
});
afterAll(() => world.close());

const NEW = "/admin/zhiku/content/new";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const PDF = "%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n";
const form = (fields: Record<string, string>, files: [name: string, file: File][] = []): FormData => {
  const filled = new FormData();
  for (const [name, value] of Object.entries(fields)) filled.set(name, value);
  for (const [name, file] of files) filled.append(name, file);
  return filled;
};
const pdf = (name: string) => new File([PDF], name, { type: "application/pdf" });
const stored = (id: number) => world.upstream.call(adminZhikuContentApi.get, { params: { id } }, { token });

test("a document with pictures and files is written, saved, published, hidden and shown, without scripts", async () => {
  const typed = {
    ...fieldsIn((await editor.get(`${NEW}?category=${category}`)).text),
    title: "定价实验怎么做",
    abstract: "给定价负责人的一份指南",
    content: "先定**假设**。\n\n<!--more-->\n\n付费的正文。",
    trial: "1",
  };
  expect(typed).toMatchObject({ categoryId: category, type: "article" });
  const picture = new File([PNG], "曲线[图].png", { type: "image/png" });
  const withPicture = await editor.submit(NEW, form({ ...typed, intent: "insert" }, [["pictures.file", picture]]));
  const more = fieldsIn(withPicture.text);
  expect(more).toMatchObject({ title: typed.title, trial: "1" });
  expect(more.content?.trimEnd()).toMatch(/付费的正文。\n\n!\[曲线图\]\(\/oss\/content\/\d+\/\w+\.png\)$/);
  const files: [string, File][] = [
    ["files.file", pdf("附录.pdf")],
    ["files.file", pdf("数据.pdf")],
  ];
  const withFiles = fieldsIn((await editor.submit(NEW, form({ ...more, intent: "add" }, files))).text);
  const names = (fields: Record<string, string>) => [
    fields["attachments.0.fileName"],
    fields["attachments.1.fileName"],
  ];
  expect(names(withFiles)).toEqual(["附录.pdf", "数据.pdf"]);
  const turned = fieldsIn((await editor.submit(NEW, form({ ...withFiles, intent: "up-1" }))).text);
  expect(names(turned)).toEqual(["数据.pdf", "附录.pdf"]);
  const one = { ...turned, "attachments.0.fileName": "调研数据", intent: "save" };
  const saved = await editor.submit(NEW, form(one, [["document.file", pdf("全文.pdf")]]));
  const path = saved.location ?? "";
  expect(path).toMatch(/^\/admin\/zhiku\/content\/\d+$/);
  const id = Number(path.split("/").at(-1));
  const draft = await stored(id);
  expect(draft).toMatchObject({ state: "draft", trial: true, document: { fileName: "全文.pdf" } });
  expect(draft.attachments.map(({ fileName }) => fileName)).toEqual(["调研数据.pdf", "附录.pdf"]);

  const opened = fieldsIn((await editor.get(path)).text);
  expect(opened).toMatchObject({ title: typed.title, "attachments.0.fileName": "调研数据.pdf", version: "1" });
  expect((await editor.submit(path, form({ ...opened, intent: "publish" }))).location).toBe(path);
  expect(await stored(id)).toMatchObject({ state: "public", attachments: draft.attachments, version: 2 });
  const late = await editor.submit(path, form({ ...opened, title: "后来的", intent: "save" }));
  expect(late.status).toBe(409);
  expect(late.text).toContain("别人刚才保存的内容");
  expect(fieldsIn(late.text)).toMatchObject({ title: "后来的", version: "2" });
  for (const [intent, state] of Object.entries({
    hide: "hidden",
    show: "public",
    remove: "removed",
    restore: "hidden",
  })) {
    expect((await editor.submit(path, { intent, reason: "试一试" })).location).toBe(path);
    expect((await stored(id)).state).toBe(state);
  }
  const page = await editor.get(path);
  expect(page.text).toContain("重新显示");
  expect((await editor.get("/admin/zhiku/content?state=hidden&q=定价")).text).toContain(typed.title);
});

test("a paid document says so if no offer on sale opens it", async () => {
  const { db } = world.upstream.services;
  const typed = { ...fieldsIn((await editor.get(`${NEW}?category=${category}`)).text), title: "还买不到的资料" };
  const fields = { ...typed, abstract: "摘要", content: "开头。\n\n<!--more-->\n\n付费的正文。", intent: "publish" };
  const path = (await editor.submit(NEW, form(fields))).location ?? "";
  await db.updateTable("zhiku_offers").set({ on_sale: 0 }).execute();
  const told = "没有在售的商品能打开";
  expect((await editor.get(path)).text).toContain(`${told}“定价”`);
  expect((await editor.get(`/admin/zhiku/content/${world.seed.zhikuTrial}`)).text).not.toContain(told);
});

test("a document is previewed as each kind of reader, from its form and as stored", async () => {
  const typed = {
    ...fieldsIn((await editor.get(`${NEW}?category=${category}`)).text),
    title: "还没写完的资料",
    abstract: "摘要",
    content: "谁都读得到的。\n\n<!--more-->\n\n## 里面\n\n要权益的。",
  };
  const preview = (as: string) => editor.submit(`${NEW}/preview`, form({ ...typed, as }));
  const visitor = await preview("visitor");
  expect(visitor.status).toBe(200);
  for (const words of ["预览：访客", "谁都读得到的", "登录后查看", "什么也没有保存"])
    expect(visitor.text).toContain(words);
  expect(visitor.text).not.toContain("要权益的");
  expect((await preview("member")).text).toContain("全文需要这一分类的权益");
  const entitled = await preview("entitled");
  expect(entitled.text).toContain("要权益的");
  expect(entitled.text).not.toContain("zhiku-denied");
  const { list } = await world.upstream.call(adminZhikuContentApi.list, { query: { q: "还没写完" } }, { token });
  expect(list).toEqual([]);
  const lacking = await editor.submit(`${NEW}/preview`, form({ ...typed, title: "", as: "visitor" }));
  expect(lacking.text).toContain("标题不能为空");

  const path = (await editor.submit(NEW, form({ ...typed, intent: "save" }))).location ?? "";
  const saved = await editor.get(`${path}/preview?as=member`);
  expect(saved.text).toContain("全文需要这一分类的权益");
  expect(saved.text).toContain(`${path}/preview?as=entitled`);
  expect((await (await world.as(null)).get(`${path}/preview`)).status).not.toBe(200);
});

test("a refused document keeps its input, with the reason at its field", async () => {
  const typed = { ...fieldsIn((await editor.get(NEW)).text), title: "一", content: "写了很久的正文" };
  const wrong = await editor.submit(NEW, form({ ...typed, intent: "publish" }, [["files.file", pdf("附录.pdf")]]));
  expect(wrong.status).toBe(422);
  for (const words of ["标题至少2个字", "请选择分类", "摘要不能为空"]) expect(wrong.text).toContain(words);
  expect(fieldsIn(wrong.text)).toMatchObject({ content: "写了很久的正文", "attachments.0.fileName": "附录.pdf" });
  const junk = new File(["<html>"], "假.html", { type: "text/html" });
  const refused = await editor.submit(NEW, form({ ...typed, intent: "add" }, [["files.file", junk]]));
  expect(refused.text).toContain("假.html：只能上传 PDF、Office 文档");
  const empty = new File([], "空.pdf", { type: "application/pdf" });
  for (const field of ["document.file", "files.file"]) {
    const { status, text } = await editor.submit(NEW, form({ ...typed, intent: "save" }, [[field, empty]]));
    expect([status, text], field).toEqual([422, expect.stringContaining("文件是空的")]);
  }
  expect(fieldsIn(refused.text).content?.trim()).toBe("写了很久的正文");
  const noPicture = new File(["no picture"], "坏.png", { type: "image/png" });
  const broken = await editor.submit(NEW, form({ ...typed, intent: "insert" }, [["pictures.file", noPicture]]));
  expect(broken.status).toBeGreaterThanOrEqual(400);
  expect(fieldsIn(broken.text)).toMatchObject({ title: "一" });
});

test("staff who may only read see everything without buttons; others have no such page", async () => {
  await giveRole(world.upstream, world.seed.bob, "auditor");
  const auditor = await world.as(world.seed.bob);
  await holdForConsole(world.upstream, auditor.cookies.get("token") ?? "");
  const list = await auditor.get("/admin/zhiku/content");
  expect(list.text).not.toContain("写资料");
  const { list: all } = await world.upstream.call(adminZhikuContentApi.list, { query: {} }, { token });
  const page = await auditor.get(`/admin/zhiku/content/${all[0]?.id}`);
  expect(page.text).toContain(all[0]?.title);
  expect(page.text).not.toContain('value="publish"');
  expect((await auditor.submit(`/admin/zhiku/content/${all[0]?.id}`, { intent: "remove" })).status).toBe(403);
  const member = await world.as(await world.upstream.addUser("普通会员"));
  expect((await member.get("/admin/zhiku/content")).status).toBe(404);
  expect((await editor.get("/admin/zhiku/content/999999")).status).toBe(404);
});
