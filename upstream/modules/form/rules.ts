import type { z } from "zod";
import type { formState } from "#app/contract/content/form";

/** State of a form at `now` (ISO 8601): its opening is inclusive, its closing exclusive. */
export function formStateOf(
  form: { opens_at: string | null; closes_at: string | null },
  now: string,
): z.output<typeof formState> {
  if (form.closes_at !== null && form.closes_at <= now) return "closed";
  return form.opens_at !== null && form.opens_at > now ? "not-yet" : "open";
}
