import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { FOLDERS_MAX } from "#app/contract/limits";
import { userApi } from "#app/contract/people/user";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { expectConsistent } from "#tests/upstream/support/consistency";
import { exportOf } from "#tests/upstream/support/export-of";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createTickingClock } from "#tests/upstream/support/ticking-clock";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { bump, type VersionKey } from "#upstream/db/versions";
import { softDeleteAnswer } from "#upstream/modules/answer/soft-delete";
import { setSetting } from "#upstream/modules/config/settings";
import { softDelete } from "#upstream/modules/content/soft-delete";
import { setFavorite } from "#upstream/modules/favorites/write";
import { mergePeople } from "#upstream/modules/merge-people/merge-people";
import { mergeQuestions, takeMergeBack } from "#upstream/modules/question/merge";
import { purgeThings } from "#upstream/modules/trash/purge";

type Kind = KindWith<"favoritable">;
const LISTS = {
  question: favoriteFolderApi.questionList,
  answer: favoriteFolderApi.answerList,
  article: favoritesApi.articleList,
  case: favoritesApi.caseList,
} satisfies Record<Kind, unknown>;

let upstream: TestUpstream;
let write: Writer;
beforeAll(async () => {
  upstream = await createTestUpstream({ clock: createTickingClock() });
  write = createWriter(upstream);
});
afterAll(() => upstream.close());

const person = (name: string) => upstream.addUser(name);
/** A member's folder, created by the call. */
const folderOf = async (as: number, name: string, shown = false) =>
  (await upstream.call(favoriteFolderApi.create, { body: { name, shown } }, { as })).id;
const put = (as: number, targetKind: Kind, targetId: number, folderIds: number[]) =>
  upstream.call(favoriteFolderApi.put, { body: { targetKind, targetId, folderIds } }, { as });
const foldersOf = (userId: number, as?: number) =>
  upstream.call(favoriteFolderApi.list, { query: { userId } }, as === undefined ? {} : { as });
const open = (id: number, as?: number) =>
  upstream.call(favoriteFolderApi.get, { params: { id }, query: {} }, as === undefined ? {} : { as });

async function oneOf(kind: Kind, authorId: number): Promise<number> {
  if (kind === "case") return write.oneCase();
  if (kind === "answer") return write.answer({ authorId, questionId: await write.question({ authorId }) });
  return kind === "question" ? write.question({ authorId }) : write.article({ authorId });
}

test("what is removed from the favorites while it is put into a folder is in both, or in neither", async () => {
  const [reader, author] = [await person("两个窗口"), await person("被收藏的")];
  const id = await write.article({ authorId: author });
  const folder = await folderOf(reader, "夹子");
  const wanted = { userId: reader, targetKind: "article", targetId: id } as const;
  await write.inside((trx) => setFavorite(trx, upstream.services, { ...wanted, on: true }));
  let commit = () => {};
  const later = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let removed: Promise<void> | undefined;
  await new Promise<void>((resolve) => {
    removed = write.inside(async (trx) => {
      await setFavorite(trx, upstream.services, { ...wanted, on: false });
      resolve();
      await later;
    });
  });
  const placed = put(reader, "article", id, [folder]);
  await wait(500);
  commit();
  await removed;
  await placed;
  const { db } = upstream.services;
  const places = await db.selectFrom("favorite_places").select("target_id").where("user_id", "=", reader).execute();
  const favorites = await db.selectFrom("favorites").select("target_id").where("user_id", "=", reader).execute();
  expect(favorites).toEqual([{ target_id: id }]);
  expect(places).toEqual(favorites);
  await expectConsistent(db);
});

describe.each(kindsWith("favoritable"))("%s", (kind) => {
  test("can be favorited, counted, listed, put into folders, and removed", async () => {
    const [reader, author] = [await person(`读者${kind}`), await person(`作者${kind}`)];
    const id = await oneOf(kind, author);
    const [first, second] = [await folderOf(reader, "一"), await folderOf(reader, "二", true)];
    await put(reader, kind, id, [first, second]);
    const list = await upstream.call(LISTS[kind], { query: { userId: reader } });
    expect(list).toMatchObject({ total: 1, list: [{ id }] });
    const info = await upstream.call(userApi.baseInfo, { query: { userId: reader } });
    expect(info[`${kind}FavoriteCount`]).toBe(1);
    expect((await open(first, reader)).list).toMatchObject([{ kind, [kind]: { id } }]);
    expect((await open(second)).list).toMatchObject([{ kind, [kind]: { id } }]);
    const query = { targetKind: kind, targetId: id };
    const places = () => upstream.call(favoriteFolderApi.places, { query }, { as: reader });
    expect(await places()).toMatchObject({ favorited: true, folderIds: [first, second] });
    await put(reader, kind, id, [second]);
    expect(await places()).toMatchObject({ favorited: true, folderIds: [second] });
    await upstream.call(favoritesApi.remove, { body: query }, { as: reader });
    expect(await places()).toMatchObject({ favorited: false, folderIds: [] });
    await expectConsistent(upstream.services.db);
  });
});

test("a form changes only what was changed in it: the places given elsewhere since are kept", async () => {
  const reader = await person("开着两页的人");
  const article = await write.article({ authorId: reader });
  const [one, two, three] = [await folderOf(reader, "甲"), await folderOf(reader, "乙"), await folderOf(reader, "丙")];
  const send = (shownIn: number[], folderIds: number[]) => {
    const body = { targetKind: "article" as const, targetId: article, folderIds, shownIn };
    return upstream.call(favoriteFolderApi.put, { body }, { as: reader });
  };
  await put(reader, "article", article, [one]);
  expect(await send([one], [one, two])).toEqual({ folderIds: [one, two] });
  expect(await send([one], [one, three]), "opened before, without the second").toEqual({
    folderIds: [one, two, three],
  });
  expect(await send([one], []), "only what it showed is taken out").toEqual({ folderIds: [two, three] });
  expect(await send([one, two], [one]), "what was taken out elsewhere stays out").toEqual({ folderIds: [three] });
  expect(await put(reader, "article", article, [one]), "all, if nothing was shown").toEqual({ folderIds: [one] });
  await upstream.call(favoriteFolderApi.remove, { body: { id: one } }, { as: reader });
  expect(await send([one], [one, two]), "a folder deleted since").toEqual({ folderIds: [two] });
});

test("a folder is private unless it is shown, and a shown one is public whatever the profile says", async () => {
  const owner = await person("有收藏夹的人");
  const [own, shown] = [await folderOf(owner, "自己的"), await folderOf(owner, "公开的", true)];
  await upstream.services.db.updateTable("users").set({ collections_private: 1 }).where("id", "=", owner).execute();
  expect((await foldersOf(owner)).map(({ id }) => id)).toEqual([shown]);
  expect((await foldersOf(owner, owner)).map(({ id }) => id)).toEqual([own, shown]);
  await expect(open(own)).rejects.toThrow("NOT_FOUND");
  expect((await open(shown)).folder).toMatchObject({ name: "公开的", userId: owner });
});

test("folders can be renamed and sorted, are limited in number, and have distinct names", async () => {
  const owner = await person("排收藏夹的人");
  const [one, two, three] = [await folderOf(owner, "甲"), await folderOf(owner, "乙"), await folderOf(owner, "丙")];
  const update = (body: { id: number; name: string; shown?: boolean; place?: number }, as = owner) =>
    upstream.call(favoriteFolderApi.update, { body }, { as });
  await update({ id: three, name: "丁", place: 1 });
  expect((await foldersOf(owner, owner)).map(({ name }) => name)).toEqual(["丁", "甲", "乙"]);
  await update({ id: three, name: "丁", place: 50 });
  expect((await foldersOf(owner, owner)).map(({ id }) => id)).toEqual([one, two, three]);
  await expect(update({ id: one, name: "乙" })).rejects.toThrow("INVALID_PARAMS");
  await expect(update({ id: one, name: "戊" }, await person("别人"))).rejects.toThrow("NOT_FOUND");
  const rows = Array.from({ length: FOLDERS_MAX - 3 }, (_, index) => ({
    user_id: owner,
    name: `${index}`,
    shown: 0 as const,
    place: index + 4,
    created_at: "2026-01-01T00:00:00.000Z",
  }));
  await upstream.services.db.insertInto("favorite_folders").values(rows).execute();
  await expect(folderOf(owner, "太多了")).rejects.toThrow("INVALID_PARAMS");
});

test("the favorites of a removed folder are kept, and moved to the chosen folder", async () => {
  const owner = await person("删收藏夹的人");
  const article = await write.article({ authorId: owner });
  const [from, to] = [await folderOf(owner, "旧的"), await folderOf(owner, "新的")];
  await put(owner, "article", article, [from]);
  await upstream.call(favoriteFolderApi.remove, { body: { id: from, moveTo: to } }, { as: owner });
  expect((await open(to, owner)).list).toMatchObject([{ kind: "article", article: { id: article } }]);
  await upstream.call(favoriteFolderApi.remove, { body: { id: to } }, { as: owner });
  expect(await foldersOf(owner, owner)).toEqual([]);
  expect(await upstream.call(favoritesApi.articleList, { query: { userId: owner } })).toMatchObject({ total: 1 });
});

test("a deleted text is shown to the folder's owner alone, who can remove it; a purged one leaves the folder", async () => {
  const owner = await person("留着已删的人");
  const author = await person("删自己回答的人");
  const answer = await oneOf("answer", author);
  const article = await oneOf("article", author);
  const folder = await folderOf(owner, "都在这里", true);
  await put(owner, "answer", answer, [folder]);
  await put(owner, "article", article, [folder]);
  await write.inside((trx) => softDeleteAnswer(trx, upstream.services, answer));
  await write.inside((trx) => softDelete(trx, upstream.services, "article", article));
  expect((await open(folder)).list).toEqual([]);
  expect((await open(folder, owner)).list.map(({ kind }) => kind)).toEqual(["gone", "gone"]);
  await expectConsistent(upstream.services.db);
  await put(owner, "answer", answer, []);
  expect((await open(folder, owner)).list).toEqual([{ kind: "gone", targetKind: "article", targetId: article }]);
  await write.inside((trx) => purgeThings(trx, "article", [article]));
  expect(await open(folder, owner)).toMatchObject({ total: 0, list: [] });
});

test("others count and page through what they see: no deleted texts, and none of parts that are off", async () => {
  const owner = await person("数收藏夹的人");
  const folder = await folderOf(owner, "数一数", true);
  const kept = await oneOf("question", owner);
  const [one, deleted] = [await oneOf("case", owner), await oneOf("article", owner)];
  await put(owner, "question", kept, [folder]);
  for (const [kind, id] of [
    ["case", one],
    ["article", deleted],
  ] as const)
    await put(owner, kind, id, [folder]);
  const seen = async (as?: number) => {
    const caller = as === undefined ? {} : { as };
    const { list, total } = await upstream.call(favoriteFolderApi.get, { params: { id: folder }, query: {} }, caller);
    const [listed] = await foldersOf(owner, as);
    return { kinds: list.map(({ kind }) => kind).sort(), total, listed: listed?.count };
  };
  const { dependsOn } = await upstream.measure(favoriteFolderApi.get, { params: { id: folder }, query: {} });
  const before = await upstream.services.versions.now();
  await write.inside((trx) => softDelete(trx, upstream.services, "article", deleted));
  expect(await upstream.services.versions.latest(dependsOn as VersionKey[])).toBeGreaterThan(before);
  expect(await seen()).toEqual({ kinds: ["case", "question"], total: 2, listed: 2 });
  const query = { pageSize: 1, page: 2 };
  const { list } = await upstream.call(favoriteFolderApi.get, { params: { id: folder }, query });
  expect(list).toMatchObject([{ kind: "question", question: { id: kept } }]);
  await setSetting(upstream.services.db, "parts", { off: ["case"] });
  expect(await seen()).toEqual({ kinds: ["question"], total: 1, listed: 1 });
  expect(await seen(owner)).toEqual({ kinds: ["gone", "off", "question"], total: 3, listed: 3 });
  await setSetting(upstream.services.db, "parts", { off: [] });
  expect((await seen(owner)).kinds).toEqual(["case", "gone", "question"]);
});

test("publications do not change what the owner's list of folders was made from, as they do for others", async () => {
  const owner = await person("看自己收藏夹的人");
  await folderOf(owner, "看一看", true);
  const lists = { query: { userId: owner } };
  const own = (await upstream.measure(favoriteFolderApi.list, lists, { as: owner })).dependsOn as VersionKey[];
  const others = (await upstream.measure(favoriteFolderApi.list, lists)).dependsOn as VersionKey[];
  const before = await upstream.services.versions.now();
  await write.inside(async (trx) => bump(trx, ["articles"]));
  expect(await upstream.services.versions.latest(own)).not.toBeGreaterThan(before ?? 0);
  expect(await upstream.services.versions.latest(others)).toBeGreaterThan(before ?? 0);
});

test("a question merged into another leaves the folders, until the merge is undone", async () => {
  const owner = await person("收藏问题的人");
  const [from, into] = [await oneOf("question", owner), await oneOf("question", owner)];
  await put(owner, "question", from, []);
  const at = upstream.services.clock().toISOString();
  const merge = await write.inside((trx) => mergeQuestions(trx, upstream.services, { from, into, at }));
  await expectConsistent(upstream.services.db);
  await write.inside((trx) => takeMergeBack(trx, upstream.services, merge));
  await expectConsistent(upstream.services.db);
  expect(await upstream.call(favoriteFolderApi.questionList, { query: { userId: owner } })).toMatchObject({ total: 1 });
});

test("merged people have the folders and favorites of both, and the export includes them", async () => {
  const [from, into] = [await person("走的人"), await person("留的人")];
  const article = await write.article({ authorId: into });
  const folder = await folderOf(from, "走的人的");
  await put(from, "article", article, [folder]);
  await put(into, "article", article, []);
  await write.inside((trx) => mergePeople(trx, upstream.services, { from, into }));
  expect((await open(folder, into)).list).toMatchObject([{ kind: "article", article: { id: article } }]);
  const { favoriteFolders, favoritesInFolders } = await exportOf(upstream, { as: into });
  expect(favoriteFolders).toMatchObject([{ name: "走的人的" }]);
  expect(favoritesInFolders).toMatchObject([{ folder_id: folder, target_id: article }]);
  await expectConsistent(upstream.services.db);
});
