import type { z } from "zod";

/**
 * Tells what is wrong with a value by a schema beside what is wrong by its own: whoever left out the title and the reason
 * is told of both at once.
 */
export function tellAlso(schema: z.ZodType, value: unknown, context: z.RefinementCtx): void {
  for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
}
