import { z } from "zod";
import { text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { type RuleCondition, ruleConditions } from "./rule-conditions";

const number = (max: number) =>
  z.number({ error: "请填一个数" }).int("请填整数").min(0, "不能小于 0").max(max, `不能超过 ${max}`);

/** Fate of a text: staff read it first, its author solves a captcha first, or it is refused and stays with them. */
const ruleOutcome = z.object({
  outcome: z.enum(["hold", "captcha", "refuse"]),
  /** Sentence that the author of a refused text reads; empty for ours. */
  sentence: text("给作者的话", { max: 100 }).default(""),
});

/** Rule of what of a kind staff read first, ask a captcha for, or refuse. */
const reviewRule = z.object({
  /** Texts with a word that asks for a review. */
  words: z.boolean(),
  /** Everything. */
  all: z.boolean(),
  /** Until so many texts of their author are public; 0 for none. */
  firstPosts: number(100),
  /** From accounts that are younger than so many days; 0 for none. */
  newDays: number(365),
  /** Texts with a link that leads elsewhere. */
  links: z.boolean(),
  /** Outcome by condition; without one it is held. */
  outcomes: z
    .object(
      Object.fromEntries(ruleConditions.map((condition) => [condition, ruleOutcome.optional()])) as Record<
        RuleCondition,
        z.ZodOptional<typeof ruleOutcome>
      >,
    )
    .optional(),
});
export type ReviewRule = z.output<typeof reviewRule>;

/** Rules by kind. */
export const reviewRules = z.object(
  Object.fromEntries(kindsWith("reviewed").map((kind) => [kind, reviewRule])) as Record<
    ReturnType<typeof kindsWith<"reviewed">>[number],
    typeof reviewRule
  >,
);
export type ReviewRules = z.output<typeof reviewRules>;

const version = z.number().int().nonnegative();

/** Calls on what has to be read before it is public, and on what is refused. */
export const adminReviewRuleApi = {
  get: staffEndpoint({
    method: "GET",
    path: "/api/ext/admin/review-rule",
    permission: "rule.manage",
    summary: "后台：哪些内容要先审后发，哪些直接拒绝",
    data: z.object({ rules: reviewRules, version, updatedAt: time.nullable() }),
  }),
  put: staffEndpoint({
    method: "PUT",
    path: "/api/ext/admin/review-rule",
    permission: "rule.manage",
    summary: "后台：修改先审后发与拒绝的规则；别人改过时拒绝",
    body: z.object({ rules: reviewRules, version }),
    data: z.object({ version }),
  }),
};
