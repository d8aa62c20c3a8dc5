import { KINDS } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/report";
import type { ReviewsTable } from "#upstream/db/schema/reviews";

type Written = ReviewsTable["kind"];

/** Words of messages that differ from a kind's name. */
const WORDS: { readonly [K in Written]?: string } = { question: "提问" };
/** Characters of a title that a message shows. */
const NAME_MAX = 40;

/** Thing or person that was reported, as a sentence calls it: 文章「标题」. */
export function reportedName({ reported, name }: { reported: ReportTarget; name: string }): string {
  return (reported === "user" ? "用户" : KINDS[reported].name) + (name ? `「${shortened(name)}」` : "");
}

/** Text as a sentence calls it: 提问「标题」. */
export function nameOf({ written, name }: { written: Written; name: string }): string {
  return `${WORDS[written] ?? KINDS[written].name}「${shortened(name)}」`;
}

/** Beginning of a title, as far as a message shows it. */
export function shortened(name: string): string {
  const letters = [...name];
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX).join("")}…` : name;
}
