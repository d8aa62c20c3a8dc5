import type { z } from "zod";

/**
 * Adds the errors of another schema to a value's own, so that a missing title and a missing reason are reported
 * together.
 */
export function tellAlso(schema: z.ZodType, value: unknown, context: z.RefinementCtx): void {
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
}
