import { UNKNOWN_RULE } from "#app/contract/admin/rule";
import { OTHER_RULE } from "#app/contract/admin/rule-sizes";
import { FIRST_RULES } from "#app/contract/house-rule";
import type { Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { readSetting } from "#upstream/modules/config/settings";

/** A rule that was broken, by its key, and the words of staff beside it. */
export type BrokenRule = { rule: string; note: string };

/**
 * Rule that was broken, in the words that it has now, and the free words beside it: as the author reads them, and as
 * they are kept with the decision.
 * @throws BusinessError INVALID_PARAMS by field for what is no rule, or is one no more
 */
export async function reasonOf(services: Services, { rule, note }: BrokenRule): Promise<string> {
  if (rule === OTHER_RULE) return note;
  const one = (await readSetting(services, "house-rules")).find(({ key }) => key === rule);
  if (!one) throw invalid({ rule: UNKNOWN_RULE });
  return note ? `${one.name.replace(/。$/, "")}。${note}` : one.name;
}

const SPAM = "spam";

/** Reason why what a spammer wrote goes; in the words that came along where staff have retired that rule. */
export async function spamReason(services: Services): Promise<string> {
  const rules = [...(await readSetting(services, "house-rules")), ...FIRST_RULES];
  return rules.find(({ key }) => key === SPAM)?.name ?? "";
}
