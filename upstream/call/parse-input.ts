import type { z } from "zod";
import { MESSAGES } from "#app/contract/codes";
import { readInput } from "#app/contract/read-input";
import { BusinessError } from "./errors";

/** Validates an input against its schema. @throws BusinessError INVALID_PARAMS with `data.fields`, as `readInput` has them */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = readInput(schema, value);
  if (read.fields) throw new BusinessError("INVALID_PARAMS", MESSAGES.INVALID_PARAMS, { fields: read.fields });
  return read.data;
}
