import type { z } from "zod";
import { inputMessage } from "./input-message";

/** An input as its schema has it, or the first message of each field that is wrong, by its dotted name. */
type ReadInput<Data> = { data: Data; fields: null } | { fields: Record<string, string> };

/** Validates an input against its schema, in the words that its form shows; `_` names the input as a whole. */
export function readInput<S extends z.ZodType>(schema: S, value: unknown): ReadInput<z.output<S>> {
  const parsed = schema.safeParse(value, { error: inputMessage });
  if (parsed.success) return { data: parsed.data, fields: null };
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".") || "_"] ??= issue.message;
  return { fields };
}
