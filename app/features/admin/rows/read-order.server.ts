import { textOf } from "#app/forms/read-form.server";

/** The order requested by a button of `StepButtons`, and its group if there are several; empty if none was pressed. */
export function readOrder(form: FormData): { group: string; ids: number[] } {
  const [order = "", group = ""] = textOf(form, "order").split(":").reverse();
  return { group, ids: order.split(",").filter(Boolean).map(Number) };
}
