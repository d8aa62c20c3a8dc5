import type { Refused } from "#app/forms/form-result";
import { seenIn } from "./seen-in";

/** A list's form: its refusal, and its values if it came back, with the items as submitted: `12:3`, `article:12:3`. */
type ListForm = { refused: Refused<unknown, unknown> | undefined; values: { items?: readonly string[] } | undefined };

/** Attributes of the checkbox of an item. */
export type ItemBox = { value: string; defaultChecked: boolean };

/**
 * Builds the checkbox of an item of a list: selected if it was so in a form that came back, in whichever version.
 * @param item without version: `12`, `article:12`
 * @param now the item with its version now
 */
export function itemBox({ refused, values }: ListForm, item: string, now = item): ItemBox {
  const submitted = values?.items?.find((one) => one === item || one.startsWith(`${item}:`));
  const versioned = submitted === item ? undefined : submitted;
  return { value: seenIn(refused, versioned, now), defaultChecked: submitted !== undefined };
}
