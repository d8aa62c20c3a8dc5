import { z } from "zod";
import type { FormField } from "./form";
import { fieldProblem, normalizedValue } from "./form-rules";

/**
 * The schema of a form's values, made of the same rules that browsers check (`form-rules.ts`, which needs no zod).
 * Fields that the form has not are dropped.
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
