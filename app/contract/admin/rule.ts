import { z } from "zod";
import { text } from "#app/contract/common";
import { RULE_NOTE_MAX, rules } from "./house-rules";

const UNKNOWN = { error: "请从列表里选择原因" };

/** A rule, chosen from the list. */
export const requiredRule = z.enum(rules, UNKNOWN);
/** A rule, chosen from the list; empty for none. */
export const ruleChoice = z.union([z.literal(""), requiredRule], UNKNOWN).default("");
/** Staff's own words beside a rule. */
export const ruleNote = text("说明", { max: RULE_NOTE_MAX }).default("");

/** Whether its reader learns why: "another reason" needs words. */
export const isExplained = ({ rule, note }: { rule: string; note: string }): boolean => rule !== "other" || note !== "";
/** Refusal of what is not explained. */
export const UNEXPLAINED = { path: ["note"], message: "请写明原因，作者会看到" };

/** Things that one call decides on. */
export const DECIDED_MAX = 200;
