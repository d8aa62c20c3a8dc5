import type { z } from "zod";
import type { formState } from "#app/contract/form";

/** Whether a form takes answers at `now` (ISO 8601): from its opening up to, not at, its closing. */
export function formStateOf(
  form: { opens_at: string | null; closes_at: string | null },
  now: string,
): z.output<typeof formState> {
  if (form.closes_at !== null && form.closes_at <= now) return "closed";
  return form.opens_at !== null && form.opens_at > now ? "not-yet" : "open";
}
