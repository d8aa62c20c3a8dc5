import { writtenByPath } from "#app/contract/people/written-by-path";
import { becauseOf } from "#app/contract/text/because-of";
import { APPEAL_ONCE, ASK_US } from "./message-phrases";
import { type Written, writtenName } from "./name-of-thing";
import type { Sent } from "./system-words";

/** A text by its title or first words. */
type Named = { written: Written; name: string };

/** Messages to the author of a text, or of a proposal to change one. `reason` is the operator's, and may be empty. */
export const ABOUT_TEXTS = {
  /** A held text was published; `id` is its public id; `edited` if staff changed it. */
  "text-released": (text: Named & { id: number; edited?: boolean }) => ({
    title: `你的${writtenName(text)}已通过审核，现在公开可见`,
    excerpt: text.edited ? "公开之前，工作人员改动了文字；你可以照常修改。" : "",
    path: "",
  }),
  /** A held text was refused; `held` is its number. */
  "text-refused": ({ held, reason, ...text }: Named & { held: number; reason: string }) => ({
    title: `你的${writtenName(text)}没有通过审核`,
    excerpt: reason ? `原因：${reason}` : "",
    path: `/write/held/${held}`,
  }),
  /** Staff removed a text; `reason` names the broken rule. */
  "content-removed": ({ id, reason, ...text }: Named & { id: number; reason: string }) => ({
    title: `你的${writtenName(text)}已被移除`,
    excerpt: becauseOf(reason) + APPEAL_ONCE,
    path: `/appeal/${text.written}/${id}`,
  }),
  /** Staff restored it. */
  "content-restored": (text: Named, { userId }: Sent) => ({
    title: `你的${writtenName(text)}已恢复，重新公开可见`,
    excerpt: "",
    path: writtenByPath(text.written, userId),
  }),
  /** Staff restored an earlier version of it. */
  "content-reverted": ({ reason, ...text }: Named & { reason: string }, { userId }: Sent) => ({
    title: `你的${writtenName(text)}已恢复到较早的版本`,
    excerpt: becauseOf(reason) + ASK_US,
    path: writtenByPath(text.written, userId),
  }),
  /** Staff edited its text, tags or classification. */
  "content-rewritten": ({ reason, ...text }: Named & { reason: string }, { userId }: Sent) => ({
    title: `你的${writtenName(text)}由工作人员作了修改`,
    excerpt: becauseOf(reason) + ASK_US,
    path: writtenByPath(text.written, userId),
  }),
  /** Staff merged two questions; `into` is the id of the remaining one, `title` its title. */
  "question-merged": ({ name, title }: { name: string; into: number; title: string }) => ({
    title: `你的${writtenName({ written: "question", name })}已并入另一个问题`,
    excerpt: `现在是「${title}」，回答、评论和关注都在那里。`,
    path: "",
  }),
  /** A reader, whose current name the page shows, proposed a change of their text, the `item`. */
  "proposal-sent": ({ id, reason, ...text }: Named & { item: number; id: number; reason: string }) => ({
    title: `有读者给你的${writtenName(text)}提了修改建议`,
    excerpt: `理由：${reason}`,
    path: `/proposal/${id}`,
  }),
  /** An author took their proposal. */
  "proposal-taken": (proposal: DecidedProposal) => proposalDecided(proposal, "已被采纳，谢谢你"),
  /** An author declined it. */
  "proposal-declined": (proposal: DecidedProposal) => proposalDecided(proposal, "没有被采纳"),
};

/** Proposal by its number, the text that it is for, and the author's answer, which may be empty. */
type DecidedProposal = Named & { item: number; id: number; answer: string };

const proposalDecided = ({ id, answer, ...text }: DecidedProposal, outcome: string) => ({
  title: `你对${writtenName(text)}的修改建议${outcome}`,
  excerpt: answer ? `作者说：${answer}` : "",
  path: `/proposal/${id}`,
});
