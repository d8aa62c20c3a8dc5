import { KINDS } from "#app/contract/kinds";
import type { ReportTarget } from "#app/contract/moderation/report";
import { SANCTIONS, type SanctionKind } from "#app/contract/moderation/sanction-kinds";
import type { ReviewsTable } from "#upstream/db/schema/reviews";
import { shortened } from "#upstream/text/shortened";

/** Kind of a text that a message is about. */
export type Written = ReviewsTable["kind"];

/** Names used in messages where they differ from the kind's. */
const WORDS: { readonly [K in Written]?: string } = { question: "提问" };
/** Maximum characters of a title in a message. */
const NAME_MAX = 40;

/** A reported thing or person in a sentence: 文章「标题」. */
export function reportedName({ reported, name }: { reported: ReportTarget; name: string }): string {
  return (reported === "user" ? "用户" : KINDS[reported].name) + (name ? `「${titleInMessage(name)}」` : "");
}

/** A text in a sentence: 提问「标题」. */
export function writtenName({ written, name }: { written: Written; name: string }): string {
  return `${WORDS[written] ?? KINDS[written].name}「${titleInMessage(name)}」`;
}

/** A title shortened for a message. */
export const titleInMessage = (name: string): string => shortened(name, NAME_MAX);

/** Subject of a decision: a text, with its title or first words, or a sanction. */
export type AppealedThing = {
  written: Written | null;
  sanction: SanctionKind | null;
  name: string;
};

/** Name of what an appeal is about: 文章「标题」, 禁言. */
export function appealedName({ written, sanction, name }: AppealedThing): string {
  return written ? writtenName({ written, name }) : sanction ? SANCTIONS[sanction].name : "";
}

/** Outcome of a granted appeal: the text is public, or the sanction lifted. */
export function undoneText(what: AppealedThing): string {
  return what.written ? `${appealedName(what)}现在公开可见` : `对你的${appealedName(what)}已解除`;
}
