import { textOf } from "#app/forms/read-form.server";

/** The list that a button of `StepButtons` asked for, and which one of several it is; empty where none was pressed. */
export function readOrder(form: FormData): { group: string; ids: number[] } {
  const [order = "", group = ""] = textOf(form, "order").split(":").reverse();
  return { group, ids: order.split(",").filter(Boolean).map(Number) };
}
