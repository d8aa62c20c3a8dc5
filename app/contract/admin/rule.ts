import { z } from "zod";
import { text } from "#app/contract/common";
import { OTHER_RULE, RULE_NOTE_MAX } from "./rule-sizes";

/** Refusal of what is no rule, or is one no more. */
export const UNKNOWN_RULE = "请从列表里选择原因";

/** Key of a rule, chosen from the list; which there are, only the upstream knows. */
export const requiredRule = z.string({ error: UNKNOWN_RULE }).min(1, UNKNOWN_RULE).max(40, UNKNOWN_RULE);
/** Key of a rule, chosen from the list; empty for none. */
export const ruleChoice = z.string({ error: UNKNOWN_RULE }).max(40, UNKNOWN_RULE).default("");
/** Staff's own words beside a rule. */
export const ruleNote = text("说明", { max: RULE_NOTE_MAX }).default("");

/** Whether its reader learns why: "another reason" needs words. */
export const isExplained = ({ rule, note }: { rule: string; note: string }): boolean =>
  rule !== OTHER_RULE || note !== "";
/** Refusal of what is not explained. */
export const UNEXPLAINED = { path: ["note"], message: "请写明原因，作者会看到" };

/** Things that one call decides on. */
export const DECIDED_MAX = 200;
