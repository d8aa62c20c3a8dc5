import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { CommentTarget } from "#app/contract/content/comment";
import { HOUR } from "#runtime/time-units";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { transact } from "#upstream/db/transact";
import { insertActivity, prepareActivity } from "#upstream/modules/activity/write";
import { insertAnnouncement, prepareAnnouncement } from "#upstream/modules/announcement/write";
import { acceptAnswer, insertAnswer, prepareAnswer } from "#upstream/modules/answer/write";
import type { CaseReport } from "#upstream/modules/case/view";
import { insertCase, prepareCase } from "#upstream/modules/case/write";
import { createComment } from "#upstream/modules/comment/write";
import { insertText } from "#upstream/modules/content/insert-text";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { insertQuestion } from "#upstream/modules/question/write";
import type { Chance } from "./chance";
import { daysAgo, plusHours, shifted, soonAfter } from "./demo-time";
import type { Gallery } from "./gallery";
import type { People } from "./people";
import { reportPdf } from "./report-pdf";
import { parseScript, type ScriptItem } from "./script";
import type { Classifications } from "./site";

/** One in this many cases has a report. */
const CASES_PER_REPORT = 3;

/** Rows written from the demo's scripts, for later steps. */
export type Written = {
  questions: { id: number; createdAt: string }[];
  /** `votes`: number of votes given in the script. */
  answers: { id: number; createdAt: string; votes: number }[];
  articles: { id: number; createdAt: string }[];
  cases: { id: number; createdAt: string }[];
  comments: { id: number; createdAt: string }[];
};

type World = {
  services: Services;
  people: People;
  chance: Chance;
  gallery: Gallery;
  classifications: Classifications;
  formIds: number[];
  /** Short remarks that suit most texts. */
  remarks: string[];
  written: Written;
};

const DAYS_A_WEEK = 7;
/** Offset of Chinese time from UTC. */
const CHINA = 8 * HOUR;

const NOT_SCRIPTS = new Set(["README.md", "remarks.md"]);

/** Reads all scripts of the folder, oldest items first, so that ids and times have the same order. */
export async function readScripts(folder: string): Promise<ScriptItem[]> {
  const items: ScriptItem[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".md") || NOT_SCRIPTS.has(entry.name)) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    items.push(...parseScript(await readFile(file, "utf8"), file));
  }
  return items
    .filter((item) => item.kind !== "page")
    .sort((a, b) => Number(b.fields.days ?? 0) - Number(a.fields.days ?? 0) || (a.title < b.title ? -1 : 1));
}

/** Writes one item of a script with everything below it, in one transaction. */
export async function writeItem(world: World, item: ScriptItem): Promise<void> {
  if (item.kind === "question") return writeQuestion(world, item);
  if (item.kind === "article") return writeArticle(world, item);
  if (item.kind === "case") return writeCase(world, item);
  if (item.kind === "activity") return writeActivity(world, item);
  return writeAnnouncement(world, item);
}

const tagsOf = (item: ScriptItem) => (item.fields.tags ?? "").split(/[,，、]/).filter(Boolean);
/** The scripts begin some days ago and cover a year; slightly compressed, so that the site looks active today. */
const NEAREST_DAY = 3;
const PACE = 0.6;
const daysOf = (item: ScriptItem) => Math.max(0, Number(item.fields.days ?? 1) - NEAREST_DAY) * PACE;

function authorOf({ people, chance }: World, item: ScriptItem): number {
  return people.authors.get(item.fields.by ?? "") ?? chance.pick([...people.authors.values()]);
}

async function writeQuestion(world: World, item: ScriptItem): Promise<void> {
  const { services, chance, written, gallery } = world;
  const now = services.clock();
  const createdAt = daysAgo(now, daysOf(item), chance);
  const question = await prepareWritten(services, "question", {
    authorId: authorOf(world, item),
    title: item.title,
    content: gallery.fillIn(item.body),
    tags: tagsOf(item),
    createdAt,
  });
  const answers = await Promise.all(
    item.answers.map(async (answer) => ({
      script: answer,
      prepared: await prepareAnswer(services, {
        questionId: 0,
        authorId: authorOf(world, answer),
        content: gallery.fillIn(answer.body),
        createdAt: daysAgo(now, daysOf(answer), chance, createdAt),
      }),
    })),
  );
  answers.sort((a, b) => (a.prepared.createdAt < b.prepared.createdAt ? -1 : 1));
  await transact(services.db, async (trx) => {
    const { id } = await insertQuestion(trx, services, question);
    written.questions.push({ id, createdAt });
    await writeComments(world, trx, item, { kind: "question", id, createdAt });
    for (const { script, prepared } of answers) {
      const answer = await insertAnswer(trx, services, { ...prepared, questionId: id });
      written.answers.push({ id: answer.id, createdAt: prepared.createdAt, votes: Number(script.fields.votes ?? 0) });
      if (script.fields.accepted !== undefined)
        await acceptAnswer(trx, services, { questionId: id, answerId: answer.id, createdAt: prepared.createdAt });
      await writeComments(world, trx, script, { kind: "answer", id: answer.id, createdAt: prepared.createdAt });
    }
  });
}

async function writeArticle(world: World, item: ScriptItem): Promise<void> {
  const { services, chance, written, gallery, classifications } = world;
  const createdAt = daysAgo(services.clock(), daysOf(item), chance);
  const topic = item.fields.class ?? "product";
  const article = await prepareWritten(services, "article", {
    authorId: authorOf(world, item),
    title: item.title,
    content: gallery.fillIn(item.body),
    classificationId: classifications.article.get(topic) ?? null,
    tags: tagsOf(item),
    cover: gallery.cover(item),
    createdAt,
  });
  await transact(services.db, async (trx) => {
    const { id } = await insertText(trx, services, "article", article);
    written.articles.push({ id, createdAt });
    await writeComments(world, trx, withRemarks(world, item), { kind: "article", id, createdAt });
  });
}

async function writeCase(world: World, item: ScriptItem): Promise<void> {
  const { services, chance, written, gallery, classifications } = world;
  const createdAt = daysAgo(services.clock(), daysOf(item), chance);
  const topic = item.fields.class ?? "saas";
  const [, summary = "", body = item.body] = /^摘要：(.*)\n([\s\S]*)$/.exec(item.body) ?? [];
  const one = await prepareCase(services, {
    title: item.title,
    excerpt: summary,
    content: gallery.fillIn(body.trim()),
    classificationId: classifications.case.get(topic) ?? null,
    tags: tagsOf(item),
    cover: gallery.cover(item),
    report: written.cases.length % CASES_PER_REPORT === 0 ? await writeReport(world, item.title, body) : null,
    createdAt,
  });
  await transact(services.db, async (trx) => {
    const { id } = await insertCase(trx, services, one);
    written.cases.push({ id, createdAt });
    await writeComments(world, trx, item, { kind: "case", id, createdAt });
  });
}

/** Stores the case's own text as a file for members. */
async function writeReport({ services }: World, title: string, body: string): Promise<CaseReport> {
  const paragraphs = services.markdown.plain(body).split(/\n+/);
  const bytes = reportPdf({ title, paragraphs });
  const key = `report/demo/${createHash("sha256").update(title).digest("hex").slice(0, 32)}.pdf`;
  await services.objects.put(key, bytes, "application/pdf");
  return { key, fileName: `${title}.pdf`, bytes: bytes.length };
}

/** Start of an activity: so many days from now, on the weekday and at the hour (in China) that it names. */
function startOf(now: Date, { start, weekday, at = "14:00" }: ScriptItem["fields"]): string {
  const day = new Date(`${shifted(now, Number(start ?? 0)).slice(0, 10)}T${at}:00+08:00`);
  if (weekday === undefined) return day.toISOString();
  const inChina = new Date(day.getTime() + CHINA).getUTCDay();
  return shifted(day, -((inChina - Number(weekday) + DAYS_A_WEEK) % DAYS_A_WEEK));
}

async function writeActivity(world: World, item: ScriptItem): Promise<void> {
  const { services, chance, gallery, formIds } = world;
  const now = services.clock();
  const start = Number(item.fields.start ?? 0);
  const startsAt = startOf(now, item.fields);
  const over = start < 0 && Number(item.fields.hours ?? 2) < -start * 24;
  const activity = await prepareActivity(services, {
    title: item.title,
    content: gallery.fillIn(item.body),
    cover: gallery.cover(item),
    city: item.fields.city ?? "线上",
    startsAt,
    endsAt: plusHours(startsAt, Number(item.fields.hours ?? 2)),
    formId: over ? null : (formIds.at(-1) ?? null),
    createdAt: daysAgo(now, Math.max(1, 10 - start), chance),
  });
  await transact(services.db, async (trx) => {
    await insertActivity(trx, services, activity);
  });
}

async function writeAnnouncement({ services, chance, gallery }: World, item: ScriptItem): Promise<void> {
  const announcement = await prepareAnnouncement(services, {
    title: item.title,
    content: gallery.fillIn(item.body),
    createdAt: daysAgo(services.clock(), daysOf(item), chance),
  });
  await transact(services.db, async (trx) => {
    await insertAnnouncement(trx, services, announcement);
  });
}

/** Returns the item with some remarks of others after its own comments. */
function withRemarks({ chance, people, remarks }: World, item: ScriptItem): ScriptItem {
  const handles = [...people.authors.keys()].filter((handle) => handle !== item.fields.by);
  const added = chance.sample(remarks, chance.between(1, 5)).map(
    (body): ScriptItem => ({
      kind: "comment",
      title: "",
      fields: { by: chance.pick(handles) },
      body,
      comments: [],
      answers: [],
    }),
  );
  return { ...item, comments: [...item.comments, ...added] };
}

/** Writes comments in order; a reply replies to the previous comment or reply. */
async function writeComments(
  world: World,
  trx: Db,
  item: ScriptItem,
  target: { kind: CommentTarget; id: number; createdAt: string },
): Promise<void> {
  const { services, chance, written } = world;
  const now = services.clock();
  let before: { id: number; createdAt: string } | null = null;
  let first: { id: number; createdAt: string } | null = null;
  for (const [index, comment] of item.comments.entries()) {
    const answered: { id: number; createdAt: string } | null =
      comment.kind === "comment" ? null : chance.next() < 0.6 ? before : first;
    const left = item.comments.length - index;
    const createdAt = soonAfter(now, (answered ?? before ?? target).createdAt, chance, left);
    const { id } = await createComment(trx, services, {
      authorId: authorOf(world, comment),
      targetKind: target.kind,
      targetId: target.id,
      text: comment.body,
      replyToId: answered?.id ?? null,
      createdAt,
    });
    before = { id, createdAt };
    if (comment.kind === "comment") first = before;
    written.comments.push(before);
  }
}
