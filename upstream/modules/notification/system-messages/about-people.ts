import type { ReportTarget } from "#app/contract/moderation/report";
import { SANCTIONS, type SanctionKind, sanctionedUntil } from "#app/contract/moderation/sanction-kinds";
import { becauseOf } from "#app/contract/text/because-of";
import { APPEAL_ONCE } from "./message-phrases";
import { type AppealedThing, appealedName, reportedName, undoneText } from "./name-of-thing";
import type { Sent } from "./system-words";

/** Appeal that another staff member decided: what it was about, with its path, and the reply to it. */
type DecidedAppeal = { what: AppealedThing; path: string; answer: string };
/** Reported text or person, and what came of it; `name` may be empty, and is for a person: the page has the current one. */
type DecidedReport = { reported: ReportTarget; id: number; name: string; outcome: keyof typeof OUTCOMES };

const OUTCOMES = { keep: "经核实没有违反规则，予以保留", remove: "违反了规则，已被移除", handled: "已经处理" } as const;

/** Messages about a member's account, sanctions, appeals and reports. */
export const ABOUT_PEOPLE = {
  /** Staff merged another account into this one; `name` is the other's name. */
  "people-merged": ({ name, reason }: { name: string; reason: string }, { userId }: Sent) => ({
    title: `你的另一个账号「${name}」已并入这个账号`,
    excerpt: `内容、关注、订单与权益都在这里了。说明：${reason}`,
    path: `/u/${userId}`,
  }),
  /** Staff imposed a sanction; `until` is null if it is permanent. */
  sanctioned: (one: { sanction: SanctionKind; id: number; until: string | null; reason: string }) => ({
    title: `你${sanctionedUntil(one.sanction, one.until)}`,
    excerpt: `${SANCTIONS[one.sanction].text}。${becauseOf(one.reason)}${APPEAL_ONCE}`,
    path: `/appeal/sanction/${one.id}`,
  }),
  /** Staff lifted it. */
  "sanction-lifted": ({ sanction, reason }: { sanction: SanctionKind; reason: string }) => ({
    title: `对你的${SANCTIONS[sanction].name}已解除`,
    excerpt: reason ? `说明：${reason}` : "",
    path: "",
  }),
  /** The decision was undone. */
  "appeal-granted": ({ what, path, answer }: DecidedAppeal) => ({
    title: `你的申诉成立，${undoneText(what)}`,
    excerpt: answer,
    path,
  }),
  /** The decision was kept. */
  "appeal-kept": ({ what, path, answer }: DecidedAppeal) => ({
    title: `你对${appealedName(what)}的申诉已复核，维持原来的决定`,
    excerpt: `原因：${answer}`,
    path,
  }),
  /** Staff decided on their report. */
  "report-decided": ({ outcome, id, ...thing }: DecidedReport) => ({
    title: `你举报的${reportedName(thing)}${OUTCOMES[outcome]}`,
    excerpt: "感谢你的举报。",
    path: thing.reported === "user" ? `/u/${id}` : "",
  }),
};
