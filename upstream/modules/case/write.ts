import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { enlist } from "#upstream/modules/content/enlist";
import { hotRank } from "#upstream/modules/content/rules";
import { currentTags, tidyTags } from "#upstream/modules/content/taggings";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { CaseReport } from "./view";

/** Fields of a new case. */
export type CaseFields = {
  title: string;
  /** Text of the case in Markdown. */
  content: string;
  /** Shown in lists; the beginning of the text by default. */
  excerpt?: string;
  classificationId: number | null;
  tags: readonly string[];
  cover: Image | null;
  /** File that members can download. */
  report: CaseReport | null;
  /** Creation time, for imports and the demo; now by default. */
  createdAt?: string;
};
/** A new case with its Markdown rendered. */
export type PreparedCase = Required<CaseFields> & { rendered: Rendered };

/** Renders and normalizes a new case; slow, so call it before the transaction if possible. */
export async function prepareCase(
  services: Pick<Services, "markdown" | "clock">,
  fields: CaseFields,
): Promise<PreparedCase> {
  const rendered = await services.markdown.render(fields.content);
  return {
    ...fields,
    title: fields.title.trim(),
    excerpt: fields.excerpt || rendered.excerpt,
    tags: tidyTags(fields.tags),
    createdAt: writtenAt(services, fields.createdAt),
    rendered,
  };
}

/** Inserts a case with everything that lists, counters, search and caches need. */
export async function insertCase(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedCase,
): Promise<{ id: number }> {
  const { title, createdAt, rendered } = one;
  const listed = { classification_id: one.classificationId, hot: hotRank(0, createdAt), created_at: createdAt };
  const { id } = await trx
    .insertInto("cases")
    .values({
      ...listed,
      title,
      content: one.content,
      content_html: rendered.html,
      excerpt: one.excerpt,
      headings: toJson(rendered.headings),
      cover: one.cover && toJson(one.cover),
      tags: toJson(await currentTags(trx, one.tags)),
      report: one.report && toJson(one.report),
      updated_at: createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enlist(trx, services, [{ kind: "case", row: { id, ...listed }, words: searchedWords(one) }]);
  return { id };
}

/** Words that the search finds a case by. */
export const searchedWords = ({ title, excerpt, rendered }: PreparedCase) => ({
  title,
  body: `${excerpt}\n${rendered.plain}`,
});
