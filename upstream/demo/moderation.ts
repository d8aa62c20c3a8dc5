import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { articleFields } from "#app/contract/content/article";
import { questionFields } from "#app/contract/content/question";
import type { ReportReason, ReportTarget } from "#app/contract/moderation/report";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { prepareSentArticle } from "#upstream/modules/article/prepare";
import { shownTexts } from "#upstream/modules/content/editor-columns";
import { prepareWritten } from "#upstream/modules/content/written-text";
import { moderate } from "#upstream/modules/moderation/moderate";
import type { Chance } from "./chance";
import type { Written } from "./content";
import { daysAgo } from "./demo-time";
import type { People } from "./people";

type Script = {
  questions: { title: string; content: string }[];
  articles: { title: string; content: string; tags: string[] }[];
  comments: string[];
};

/** Submits, as readers, the texts in `site/held.yaml`, which contain a word that requires a review. */
export async function handInHeldTexts(
  services: Services,
  { folder, people, written, chance }: { folder: string; people: People; written: Written; chance: Chance },
): Promise<void> {
  const script = parse(await readFile(`${folder}/site/held.yaml`, "utf8")) as Script;
  const authors = chance.sample(
    people.readers,
    script.questions.length + script.articles.length + script.comments.length,
  );
  const handIn = async (text: Pick<Parameters<typeof moderate>[1], "kind" | "fields" | "texts">, authorId: number) => {
    const then = new Date(daysAgo(services.clock(), chance.between(0, 4), chance));
    const at = { ...services, clock: () => then };
    await moderate(at, { ...text, authorId, target: null, draft: null }).catch((error: unknown) => {
      if (!(error instanceof BusinessError && error.code === "CONTENT_HELD")) throw error;
    });
  };
  const { id: classificationId } = await services.db
    .selectFrom("classifications")
    .select("id")
    .where("kind", "=", "article")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  let next = 0;
  for (const question of script.questions) {
    const authorId = authors[next++] as number;
    const fields = questionFields.parse({ ...question, tags: [] });
    const texts = shownTexts("question", await prepareWritten(services, "question", { ...fields, authorId }));
    await handIn({ kind: "question", fields, texts }, authorId);
  }
  for (const article of script.articles) {
    const authorId = authors[next++] as number;
    const fields = articleFields.parse({ ...article, classificationId });
    const texts = shownTexts("article", await prepareSentArticle(services, { ...fields, authorId }));
    await handIn({ kind: "article", fields, texts }, authorId);
  }
  for (const text of script.comments) {
    const authorId = authors[next++] as number;
    const { id: targetId } = chance.pick(written.articles);
    const fields = { targetKind: "article" as const, targetId, text, replyToId: null };
    await handIn({ kind: "comment", fields, texts: { text: [text] } }, authorId);
  }
}

const DETAILS: Record<ReportReason, readonly string[]> = {
  spam: ["连着几条都是一样的", "主页全是广告", ""],
  abuse: ["说话太难听了", "针对人不针对事"],
  illegal: ["疑似引导到站外付款"],
  infringement: ["这段是从别人的书里抄的，没有注明出处", ""],
  untrue: ["数字和原报告对不上", "截图是拼的"],
  other: ["和这个话题没有关系，请移走"],
};
const REASONS = Object.keys(DETAILS) as ReportReason[];
const REPORTED_THINGS = 18;

/** Reports existing texts, some of them by several people. */
export async function writeReports(
  { db, clock }: Services,
  { people, written, chance }: { people: People; written: Written; chance: Chance },
): Promise<void> {
  const kinds: readonly [ReportTarget, readonly { id: number }[]][] = [
    ["comment", written.comments],
    ["comment", written.comments],
    ["answer", written.answers],
    ["article", written.articles],
    ["question", written.questions],
    ["user", people.readers.map((id) => ({ id }))],
  ];
  const reports = Array.from({ length: REPORTED_THINGS }, (_, at) => {
    const [kind, things] = kinds[at % kinds.length] as (typeof kinds)[number];
    const { id } = chance.pick(things);
    const reason = chance.pick(REASONS);
    return chance
      .sample(
        people.readers.filter((reader) => reader !== id),
        chance.between(1, 4),
      )
      .map((reporter) => ({
        reporter_id: reporter,
        target_kind: kind,
        target_id: id,
        reason,
        detail: chance.pick(DETAILS[reason]),
        created_at: daysAgo(clock(), chance.between(0, 6), chance),
      }));
  }).flat();
  await transact(db, async (trx) => {
    await trx
      .insertInto("reports")
      .values(reports)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}
