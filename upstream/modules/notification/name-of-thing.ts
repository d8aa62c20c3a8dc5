import { KINDS } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/report";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { shortened } from "#upstream/text/shortened";

type Written = ReviewsTable["kind"];

/** Words of messages that differ from a kind's name. */
const WORDS: { readonly [K in Written]?: string } = { question: "提问" };
/** Characters of a title that a message shows. */
const NAME_MAX = 40;

/** Thing or person that was reported, as a sentence calls it: 文章「标题」. */
export function reportedName({ reported, name }: { reported: ReportTarget; name: string }): string {
  return (reported === "user" ? "用户" : KINDS[reported].name) + (name ? `「${titleInMessage(name)}」` : "");
}

/** Text as a sentence calls it: 提问「标题」. */
export function nameOf({ written, name }: { written: Written; name: string }): string {
  return `${WORDS[written] ?? KINDS[written].name}「${titleInMessage(name)}」`;
}

/** Beginning of a title, as far as a message shows it. */
export const titleInMessage = (name: string): string => shortened(name, NAME_MAX);
