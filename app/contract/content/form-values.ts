import { z } from "zod";
import type { FormField } from "./form";
import { fieldProblem, normalizedValue } from "./form-rules";

/**
 * Returns the schema of a form's values, from the same rules that browsers check (`form-rules.ts`, which does not
 * import zod). Unknown fields are dropped.
 */
export function formValuesSchema(fields: readonly FormField[]) {
  const shape = Object.fromEntries(
    fields.map((field) => {
      const value = z
        .union([z.string(), z.array(z.string())])
        .optional()
        .transform((given) => normalizedValue(field, given))
        .superRefine((given, context) => {
          const message = fieldProblem(field, given);
          if (message) context.addIssue({ code: "custom", message });
        });
      return [field.name, value] as const;
    }),
  );
  return z.object(shape);
}
