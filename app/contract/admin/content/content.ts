import { z } from "zod";
import { day } from "#app/contract/admin/instant";
import { ownUndo, ownUndoOrNot, undone } from "#app/contract/admin/own-undo";
import { DECIDED_MAX, isExplained, requiredRule, ruleNote, UNEXPLAINED } from "#app/contract/admin/rule";
import { pastDecision, placedText, thingState } from "#app/contract/admin/thing";
import { seenVersion } from "#app/contract/admin/thing-version";
import { author, count, cursorQuery, html, id, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";

/** Kinds of content that staff can remove and restore. */
export const removable = z.enum(kindsWith("reportable"));
export type Removable = z.output<typeof removable>;

const place = z.object({ kind: removable, id });
/** Content that staff can remove. */
export type RemovableContent = z.output<typeof place>;
/** Content, and the version of it that was seen. */
const seenPlace = place.extend({ version: seenVersion });
export type SeenContent = z.output<typeof seenPlace>;
const places = z.array(seenPlace).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`);
/** Preview: returns what would be done and refused, without changing anything. */
const dryRun = z.boolean().default(false);

const decisions = z.object({
  done: z.array(seenPlace),
  failed: z.array(seenPlace.extend({ code: z.string(), message: z.string() })),
});
/** Result of a decision on several items. */
export type PlaceDecisions = z.output<typeof decisions>;

/** An item in the list of its kind. */
const listedThing = place.extend({
  /** Title, or the beginning of the text. */
  name: z.string(),
  /** Author; null if there is none. */
  owner: author.nullable(),
  state: thingState,
  createdAt: time,
  /** Rule for which staff removed it. */
  reason: z.string(),
  /** Number of undecided reports. */
  reports: count,
  /** For a decision on it as it is now. */
  version: z.string(),
});
export type ListedThing = z.output<typeof listedThing>;

/** Calls by which staff remove and restore members' content. */
export const adminContentApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/content/:kind",
    permission: "content.read",
    summary: "后台：一种内容，新的在前；公开的、作者删除的或被移除的",
    params: z.object({ kind: removable }),
    query: cursorQuery.extend({
      state: thingState.exclude(["gone"]).default("public"),
      /** Words that it contains, or its id. */
      q: text("关键词", { max: 60 }).optional(),
      author: id.optional(),
      from: day.optional(),
      to: day.optional(),
    }),
    data: z.object({ list: z.array(listedThing), nextCursor: z.string().nullable() }),
  }),
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/content/:kind/:id",
    permission: "content.read",
    summary: "后台：一份内容的全文、状态、举报与过去的处理",
    params: z.object({ kind: removable, id }),
    data: listedThing.extend({ text: placedText, contentHtml: html, past: z.array(pastDecision) }),
  }),
  remove: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/content/remove",
    permission: "content.hide",
    summary: "后台：移除内容，告诉作者违反了哪条规则；作者不能自己恢复；逐份作答，看过之后又改过的答 CONFLICT",
    body: z.object({ items: places, rule: requiredRule, note: ruleNote, dryRun }).refine(isExplained, UNEXPLAINED),
    /** `answered`: how many of the removed questions have answers by others. */
    data: decisions.extend({ answered: count, undo: ownUndoOrNot }),
    timeout: 60_000,
  }),
  undo: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/content/undo",
    permission: "content.hide",
    summary: "后台：十秒之内撤销自己刚才的移除，作者不会得知；一次移除的一起撤销；过了时间、已经撤销过的答 CONFLICT",
    body: ownUndo,
    data: undone,
    timeout: 60_000,
  }),
  restore: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/content/restore",
    permission: "content.hide",
    summary: "后台：恢复被移除的内容，告诉作者；逐份作答，看过之后又处理过的答 CONFLICT",
    body: z.object({ items: places, dryRun }),
    data: decisions,
    timeout: 60_000,
  }),
};
