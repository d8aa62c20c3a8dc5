import type { FormField } from "#app/contract/content/form";

/** Query parameter with the label of the choice that a form's page begins with, such as the title of an activity. */
export const CHOICE = "on";

/** Value of a field's choice with this label; undefined if it has none. */
export function chosen({ type, options }: FormField, label: string | null): string | undefined {
  const isOne = type === "select" || type === "radio";
  return isOne ? options.find((option) => option.label === label)?.value : undefined;
}
