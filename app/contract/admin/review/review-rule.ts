import { z } from "zod";
import { text, time } from "#app/contract/common";
import { staffEndpoint } from "#app/contract/endpoint";
import { kindsWith } from "#app/contract/kinds";
import { type RuleCondition, ruleConditions } from "./rule-conditions";

const number = (max: number) =>
  z.number({ error: "请填一个数" }).int("请填整数").min(0, "不能小于 0").max(max, `不能超过 ${max}`);

/** Outcome for a text: held for review, captcha required, or refused. */
const ruleOutcome = z.object({
  outcome: z.enum(["hold", "captcha", "refuse"]),
  /** Message to the author of a refused text; empty for the default. */
  sentence: text("给作者的话", { max: 100 }).default(""),
});

/** Rule for texts of a kind: which are held, need a captcha, or are refused. */
const reviewRule = z.object({
  /** Texts with a word from the review list. */
  words: z.boolean(),
  /** All texts. */
  all: z.boolean(),
  /** Texts of authors with fewer public texts than this; 0 for none. */
  firstPosts: number(100),
  /** Texts of accounts younger than this many days; 0 for none. */
  newDays: number(365),
  /** Texts with external links. */
  links: z.boolean(),
  /** Outcome by condition; by default the text is held. */
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

/** Calls on rules for review and refusal. */
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
