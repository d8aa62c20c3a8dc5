import { NOTIFICATION_SORTS, OUTSIDE_SORTS, type OutsideChannel } from "#app/contract/notification/channels";

/** Settings that a member ticks. */
export type Ticked = {
  wanted: readonly string[];
  outside: { readonly [Channel in OutsideChannel]?: readonly string[] | undefined };
  weekly: boolean;
};

/** Texts of all boxes by name (`mail.answer`), `yes` for a ticked one, as `ShownField` and `mergeShown` take them. */
export function tickedTexts({ wanted, outside, weekly }: Ticked): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const sort of NOTIFICATION_SORTS) texts[`sort.${sort}`] = wanted.includes(sort) ? "yes" : "";
  for (const [channel, sorts = []] of Object.entries(outside)) {
    for (const sort of OUTSIDE_SORTS) texts[`${channel}.${sort}`] = sorts.includes(sort) ? "yes" : "";
  }
  return "mail" in outside ? { ...texts, weekly: weekly ? "yes" : "" } : texts;
}
