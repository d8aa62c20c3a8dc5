import { z } from "zod";
import { author, count, cursorQuery, html, id, text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { day } from "./order";
import { ownUndo, ownUndoOrNot, undone } from "./own-undo";
import { DECIDED_MAX, isExplained, requiredRule, ruleNote, UNEXPLAINED } from "./rule";
import { pastDecision, placedText, thingState } from "./thing";

/** Kinds of things that staff take off the site and put back. */
export const removable = z.enum(kindsWith("reportable"));
export type Removable = z.output<typeof removable>;

const place = z.object({ kind: removable, id });
/** A thing that staff take off the site. */
export type Place = z.output<typeof place>;
const places = z.array(place).max(DECIDED_MAX, `一次至多处理 ${DECIDED_MAX} 份`);
/** It is only tried: what would be done and refused, and nothing stays. */
const dryRun = z.boolean().default(false);

const decisions = z.object({
  done: z.array(place),
  failed: z.array(place.extend({ code: z.string(), message: z.string() })),
});
/** Outcome of a call that decides on many things. */
export type PlaceDecisions = z.output<typeof decisions>;

/** A thing in the list of its kind. */
const listedThing = place.extend({
  /** Title, or first words. */
  name: z.string(),
  /** Owner; null where it is nobody's. */
  owner: author.nullable(),
  state: thingState,
  createdAt: time,
  /** Rule that it broke, where staff have removed it. */
  reason: z.string(),
  /** Reports that nobody has decided on. */
  reports: count,
});
export type ListedThing = z.output<typeof listedThing>;

/** Calls on what members wrote: by which staff take it off the site, and put it back. */
export const adminContentApi = {
  list: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/content/:kind",
    permission: "content.read",
    summary: "后台：一种内容，新的在前；公开的、作者删除的或被移除的",
    params: z.object({ kind: removable }),
    query: cursorQuery.extend({
      state: thingState.exclude(["gone"]).default("public"),
      /** Words that stand in it, or its number. */
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
    summary: "后台：移除内容，告诉作者违反了哪条规则；作者不能自己恢复；逐份作答",
    body: z.object({ items: places, rule: requiredRule, note: ruleNote, dryRun }).refine(isExplained, UNEXPLAINED),
    /** `answered`: of those that are done, questions that others have answered. */
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
    summary: "后台：恢复被移除的内容，告诉作者；逐份作答",
    body: z.object({ items: places, dryRun }),
    data: decisions,
    timeout: 60_000,
  }),
};
