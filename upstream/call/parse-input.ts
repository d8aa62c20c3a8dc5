import type { z } from "zod";
import { MESSAGES } from "#app/contract/codes";
import { BusinessError } from "./errors";
import { inputMessage } from "./input-message";

/**
 * Validates an input against its schema. @throws BusinessError INVALID_PARAMS with `data.fields`: the first message of
 * each field by its dotted name.
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, { error: inputMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "_"] ??= issue.message;
  throw new BusinessError("INVALID_PARAMS", MESSAGES.INVALID_PARAMS, { fields });
}
