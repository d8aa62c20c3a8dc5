import { z } from "zod";
import { text } from "#app/contract/common";
import { OTHER_RULE, RULE_NOTE_MAX } from "./rule-sizes";

/** Error for an unknown or removed rule. */
export const UNKNOWN_RULE = "请从列表里选择原因";

/** Key of a rule chosen from the list; only the upstream knows the list. */
export const requiredRule = z.string({ error: UNKNOWN_RULE }).min(1, UNKNOWN_RULE).max(40, UNKNOWN_RULE);
/** Key of a rule chosen from the list; empty for none. */
export const ruleChoice = z.string({ error: UNKNOWN_RULE }).max(40, UNKNOWN_RULE).default("");
/** Staff's note to a rule. */
export const ruleNote = text("说明", { max: RULE_NOTE_MAX }).default("");

/** Whether the reason is explained: "another reason" requires a note. */
export const isExplained = ({ rule, note }: { rule: string; note: string }): boolean =>
  rule !== OTHER_RULE || note !== "";
/** Error for a missing explanation. */
export const UNEXPLAINED = { path: ["note"], message: "请写明原因，作者会看到" };

/** Maximum items per decision call. */
export const DECIDED_MAX = 200;
