import { UNKNOWN_RULE } from "#app/contract/admin/rule";
import { OTHER_RULE } from "#app/contract/admin/rule-sizes";
import { FIRST_RULES } from "#app/contract/moderation/house-rule";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { readSetting } from "#upstream/modules/config/settings";

/** The key of a broken rule, and a note of staff. */
export type BrokenRule = { rule: string; note: string };

/**
 * Text of the reason, with the rule's current name and the note: as shown to the author, and stored with the decision.
 * @throws BusinessError INVALID_PARAMS by field if there is no such rule any more
 */
export async function reasonOf(services: Services, { rule, note }: BrokenRule): Promise<string> {
  if (rule === OTHER_RULE) return note;
  const one = (await readSetting(services, "house-rules")).find(({ key }) => key === rule);
  if (!one) throw invalid({ rule: UNKNOWN_RULE });
  return note ? `${one.name.replace(/。$/, "")}。${note}` : one.name;
}

const SPAM = "spam";

/** Reason for removing spam; the shipped text if staff have retired that rule. */
export async function spamReason(services: Services): Promise<string> {
  const rules = [...(await readSetting(services, "house-rules")), ...FIRST_RULES];
  return rules.find(({ key }) => key === SPAM)?.name ?? "";
}
