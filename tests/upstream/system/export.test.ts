import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { createWriter, type Writer } from "#tests/upstream/support/writer";
import { transact } from "#upstream/db/transact";
import { importFolder } from "#upstream/import/import-folder";
import { writeExport } from "#upstream/jobs/export/write-export";
import { TASKS } from "#upstream/jobs/tasks";
import { createClassification } from "#upstream/modules/classification/write";
import { softDelete } from "#upstream/modules/content/soft-delete";

const NOW = new Date("2026-11-20T08:00:00Z");
const PICTURE = "content/202611/图 一.webp";

let folder: string;
let upstream: TestUpstream;
let write: Writer;
let author: number;
let question: number;
let article: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "shequ-export-"));
  mkdirSync(join(folder, "backups"));
  const backups = {
    place: { kind: "folder" as const, folder: join(folder, "backups") },
    kept: { hourly: 1, daily: 0, weekly: 0 },
  };
  upstream = await createTestUpstream({ clock: () => NOW, config: { backups } });
  write = createWriter(upstream);
  author = await upstream.addUser('林"知远": 一');
  const { objects } = upstream.services;
  const color = { width: 600, height: 300, channels: 3 as const, background: "#369" };
  await objects.put(PICTURE, await sharp({ create: color }).webp().toBuffer(), "image/webp");
  const { id: classificationId } = await transact(upstream.services.db, (trx) =>
    createClassification(trx, { kind: "article", name: "随笔", position: 0 }),
  );
  question = await write.question({
    authorId: author,
    title: "标题里有: 冒号",
    content: "- 怎么办？",
    tags: ["编译", "a: b"],
  });
  await write.answer({ authorId: author, questionId: question, content: "---\n\n这样办。" });
  article = await write.article({
    authorId: author,
    title: "从零写一个编译器",
    tags: [],
    classificationId,
    createdAt: "2026-01-02T03:04:05.000Z",
    content: `看图：\n\n![图](${objects.publicUrl(PICTURE)})\n\n\`\`\`md\n![例](/oss/content/no.webp)\n\`\`\``,
  });
  // Words that the files of other programs have as marks.
  const title = "分隔线 ---";
  const words = ["用 <center> 标签", "{% raw %}", "<!-- more -->", "[[甲|乙]] 与 %%丙%%", "[丁](丁.md) ^37066d"];
  await write.article({ authorId: author, title, classificationId, content: [`# ${title}`, ...words].join("\n\n") });
});
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A site's texts, without the pictures' URLs. */
async function textsOf({ services: { db } }: TestUpstream) {
  const plain = (content: string) => content.replace(/\]\(\/oss\/[^)]*\)/g, "](…)");
  const questions = await db
    .selectFrom("questions as q")
    .innerJoin("users as u", "u.id", "q.author_id")
    .select(["q.title", "q.content", "q.tags", "q.created_at", "u.nickname"])
    .where("q.deleted_at", "is", null)
    .orderBy("q.title")
    .execute();
  const answers = await db
    .selectFrom("answers as a")
    .innerJoin("questions as q", "q.id", "a.question_id")
    .select(["q.title", "a.content", "a.created_at"])
    .where("a.deleted_at", "is", null)
    .orderBy("q.title")
    .execute();
  const articles = await db
    .selectFrom("articles as a")
    .innerJoin("classifications as c", "c.id", "a.classification_id")
    .select(["a.title", "a.content", "a.tags", "a.created_at", "c.name"])
    .where("a.deleted_at", "is", null)
    .orderBy("a.title")
    .execute();
  return [questions, answers, articles.map((one) => ({ ...one, content: plain(one.content) }))];
}

test("contains every public text with its pictures, which another site imports unchanged, and nothing that is not public", async () => {
  const gone = await write.question({ authorId: author, title: "删掉的问题" });
  await write.answer({ authorId: author, questionId: gone, content: "它的回答" });
  await transact(upstream.services.db, (trx) => softDelete(trx, upstream.services, "question", gone));

  const file = join(folder, "content.tar");
  const { texts, pictures } = await writeExport(upstream.services, file);
  expect([texts, pictures]).toEqual([4, 1]);
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  // Any tar can open it.
  execFileSync("tar", ["-xf", file, "-C", unpacked]);
  expect(readdirSync(unpacked).sort()).toEqual(["SHA256SUMS", "answer", "article", "files", "question"]);
  expect(readdirSync(join(unpacked, "question"))).toEqual([`${question}.md`]);
  expect(readFileSync(join(unpacked, "article", `${article}.md`), "utf8")).toContain(`../files/${encodeURI(PICTURE)}`);

  const other = await createTestUpstream({ clock: () => NOW });
  const report = await importFolder(other.services, unpacked, { createClassifications: true });
  expect(report).toMatchObject({ imported: 4, bad: [], told: [] });
  expect(await textsOf(other)).toEqual(await textsOf(upstream));
  const shown = await other.services.db
    .selectFrom("articles")
    .select("content")
    .where("title", "=", "从零写一个编译器")
    .executeTakeFirstOrThrow();
  const [, key = ""] = /!\[图\]\(\/oss\/([^)]+)\)/.exec(shown.content) ?? [];
  expect(await other.services.objects.open(decodeURIComponent(key))).not.toBeNull();
  await other.close();
});

test("contains pictures of texts from before the files were moved to a bucket, too", async () => {
  const { objects, site: before } = upstream.services;
  const objectsUrl = "https://pictures.example.com/";
  const moved = { ...upstream.services, site: { ...before, objectsUrl } };
  moved.objects = { ...objects, publicUrl: (key) => objectsUrl + encodeURI(key) };
  expect(await writeExport(moved, join(folder, "moved.tar"))).toMatchObject({ texts: 4, pictures: 1 });
});

test("the job stores it in the backup place, only the newest; a dry run writes nothing", async () => {
  const place = () => readdirSync(join(folder, "backups")).filter((name) => name.startsWith("export-"));
  const work = { dryRun: true, progress: async () => {} };
  expect((await TASKS.export(upstream.services, work)).message).toMatch(
    /^会把 4 篇写入 .*export-20261120T080000Z\.tar$/,
  );
  expect(place()).toEqual([]);
  const first = await TASKS.export(upstream.services, { ...work, dryRun: false });
  expect(first).toMatchObject({ message: "4 篇与 1 张图片已写入 export-20261120T080000Z.tar", problems: [] });
  const later = { ...upstream.services, clock: () => new Date("2026-11-20T09:00:00Z") };
  await TASKS.export(later, { ...work, dryRun: false });
  expect(place()).toEqual(["export-20261120T090000Z.tar"]);
});
