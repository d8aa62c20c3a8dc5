import { z } from "zod";
import { count, id } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { DECIDED_MAX, isExplained, requiredRule, ruleNote, UNEXPLAINED } from "./rule";

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

/** Calls on what members wrote: by which staff take it off the site, and put it back. */
export const adminContentApi = {
  remove: staffEndpoint({
    method: "POST",
    path: "/api/ext/admin/content/remove",
    permission: "content.hide",
    summary: "后台：移除内容，告诉作者违反了哪条规则；作者不能自己恢复；逐份作答",
    body: z.object({ items: places, rule: requiredRule, note: ruleNote, dryRun }).refine(isExplained, UNEXPLAINED),
    /** `answered`: of those that are done, questions that others have answered. */
    data: decisions.extend({ answered: count }),
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
