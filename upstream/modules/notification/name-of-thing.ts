import { KINDS } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/report";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { shortened } from "#upstream/text/shortened";

type Written = ReviewsTable["kind"];

/** Names used in messages where they differ from the kind's. */
const WORDS: { readonly [K in Written]?: string } = { question: "提问" };
/** Maximum characters of a title in a message. */
const NAME_MAX = 40;

/** A reported thing or person in a sentence: 文章「标题」. */
export function reportedName({ reported, name }: { reported: ReportTarget; name: string }): string {
  return (reported === "user" ? "用户" : KINDS[reported].name) + (name ? `「${titleInMessage(name)}」` : "");
}

/** A text in a sentence: 提问「标题」. */
export function nameOf({ written, name }: { written: Written; name: string }): string {
  return `${WORDS[written] ?? KINDS[written].name}「${titleInMessage(name)}」`;
}

/** A title shortened for a message. */
export const titleInMessage = (name: string): string => shortened(name, NAME_MAX);
