import { z } from "zod";
import { text } from "#app/contract/common";
import { RULE_NOTE_MAX, rules } from "./house-rules";

/** A rule, chosen from the list; empty for none. */
export const ruleChoice = z.union([z.literal(""), z.enum(rules)], { error: "请从列表里选择原因" }).default("");
/** Staff's own words beside a rule. */
export const ruleNote = text("说明", { max: RULE_NOTE_MAX }).default("");
