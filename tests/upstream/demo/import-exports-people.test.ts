import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { openExport } from "#upstream/import/exports/open-export";
import { importExport } from "#upstream/import/import-export";
import { dump, extensions, wxr } from "./exports-of-others";
import { temporaryFolders } from "./temporary-folders";

let upstream: TestUpstream;
const folderOf = temporaryFolders();

beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

async function run(path: string) {
  const from = await openExport(path);
  if (!from) throw new Error("no export");
  return importExport(upstream.services, from, { createClassifications: true });
}

/** Nicknames of the authors of these texts. */
async function authors(table: "questions" | "answers" | "articles"): Promise<Record<string, string>> {
  const rows = await upstream.services.db
    .selectFrom(table)
    .innerJoin("users", "users.id", `${table}.author_id`)
    .select([`${table}.content`, "nickname"])
    .execute();
  return Object.fromEntries(rows.map(({ content, nickname }) => [content, nickname]));
}

const WHEN = "2022-05-06 07:08:09.123";

test("Discourse: two people with the same display name stay separate; posts by the system or nobody are left out", async () => {
  const post = (id: number, topic: number, number: number, user: number, raw: string, gone = "f") =>
    [id, user, topic, number, raw, WHEN, null, null, 1, "f", gone] as const;
  const topic = (id: number, user: number, archetype = "regular") =>
    [id, `第 ${id} 个主题`, user, 1, archetype, null, "t"] as const;
  const file = dump({
    categories: { columns: ["id", "name", "read_restricted", "topic_id"], rows: [[1, "公开", "f", 11]] },
    posts: {
      columns: [
        ...["id", "user_id", "topic_id", "post_number", "raw", "created_at", "reply_to_post_number", "deleted_at"],
        ...["post_type", "hidden", "user_deleted"],
      ],
      rows: [
        post(1, 10, 1, 1, "提问的人写的"),
        post(2, 10, 2, 2, "另一个人写的"),
        post(3, 10, 3, 3, "名字是别人的登录名"),
        post(4, 10, 4, 2, "(post deleted by author)", "t"),
        post(5, 11, 1, 1, "关于“公开”类别"),
        post(6, 12, 1, -1, "欢迎来到 Discourse"),
        post(7, 13, 1, 1, "横幅里的话"),
      ],
    },
    topics: {
      columns: ["id", "title", "user_id", "category_id", "archetype", "deleted_at", "visible"],
      rows: [topic(10, 1), topic(11, 1), topic(12, -1), topic(13, 1, "banner")],
    },
    users: {
      columns: ["id", "username", "name", "created_at"],
      rows: [
        [3, "lin3", "zhao", WHEN],
        [2, "zhao", "林", WHEN],
        [1, "lin", "林", WHEN],
        [-1, "system", "system", WHEN],
      ],
    },
  });
  const report = await run(folderOf({ "dump.sql.gz": file }));
  expect(report.told.map(({ reason }) => reason)).toEqual(["是类别的说明，未导入", "是 Discourse 自己发的，未导入"]);
  expect(await authors("questions")).toEqual({ 提问的人写的: "林", 横幅里的话: "林" });
  expect(await authors("answers")).toEqual({ 另一个人写的: "zhao", 名字是别人的登录名: "lin3" });
});

test("Halo: of two accounts with one name, the older keeps it", async () => {
  const post = (owner: string) => ({
    spec: { title: `${owner} 的文章`, baseSnapshot: owner, releaseSnapshot: owner, owner, publish: true },
  });
  const snapshot = (rawPatch: string) => ({ spec: { rawType: "markdown", rawPatch } });
  const user = (creationTimestamp: string) => ({ spec: { displayName: "编辑" }, metadata: { creationTimestamp } });
  const file = extensions({
    "content.halo.run/posts/a": post("second"),
    "content.halo.run/posts/b": post("third"),
    "content.halo.run/snapshots/second": snapshot("后来的"),
    "content.halo.run/snapshots/third": snapshot("先来的"),
    "users/second": user("2023-01-01T00:00:00Z"),
    "users/third": user("2022-01-01T00:00:00Z"),
  });
  await run(folderOf({ "extensions.data": file }));
  expect(await authors("articles")).toEqual({ 后来的: "second", 先来的: "编辑" });
});

test("WordPress: of two authors with one name, the older keeps it, commenters included", async () => {
  const author = (id: number, login: string) =>
    `<wp:author><wp:author_id>${id}</wp:author_id><wp:author_login>${login}</wp:author_login><wp:author_display_name>编辑部</wp:author_display_name></wp:author>`;
  const said = { id: 9, author: "编辑部", user: 8, text: "后一位说的" };
  const file = wxr([{ id: 1, title: "前一位写的", body: "前一位的正文", comments: [said] }]).replace(
    /<wp:author>.*<\/wp:author>/,
    author(7, "lin") + author(8, "zhao"),
  );
  await run(join(folderOf({ "a.xml": file }), "a.xml"));
  expect(await authors("articles")).toMatchObject({ 前一位的正文: "编辑部" });
  const comments = await upstream.services.db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.author_id")
    .select(["text", "nickname"])
    .execute();
  expect(comments).toEqual([{ text: "后一位说的", nickname: "zhao" }]);
});
