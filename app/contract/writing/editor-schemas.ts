import { z } from "zod";
import { id, tags, text } from "#app/contract/common";
import { TAG_LENGTH_MAX, TAGS_MAX } from "#app/contract/limits";
import type { EditorField } from "./editor-fields";

type Field<T extends EditorField["type"]> = Extract<EditorField, { type: T }>;

/** Factor by which a draft's field may exceed the limit for publishing. */
const LINE_SLACK = 10;
const MARKDOWN_SLACK = 2;

/**
 * Schemas of a field in calls, by type. `sent`: as submitted, with all rules; `stored`: as an editor gets it; `draft`:
 * as a draft stores it, valid or not.
 */
const SCHEMAS = {
  title: (field: Field<"title">) => ({
    sent: text(field.label, field),
    stored: z.string(),
    draft: lenient(LINE_SLACK * field.max),
  }),
  line: (field: Field<"line">) => ({
    sent: text(field.label, field).default(""),
    stored: z.string().default(""),
    draft: lenient(LINE_SLACK * field.max),
  }),
  markdown: (field: Field<"markdown">) => ({
    sent: text(field.label, field),
    stored: z.string(),
    draft: lenient(MARKDOWN_SLACK * field.max),
  }),
  tags: ({ label }: Field<"tags">) => ({
    sent: z
      .array(text(label, { min: 1, max: TAG_LENGTH_MAX }))
      .max(TAGS_MAX, `最多${TAGS_MAX}个${label}`)
      .default([]),
    stored: tags,
    draft: z.array(z.string().max(100)).max(TAGS_MAX).default([]),
  }),
  choice: () => ({
    sent: id.nullable().default(null),
    stored: z.number().nullable(),
    draft: id.nullable().default(null),
  }),
  picture: () => ({
    sent: z.string().max(500).nullable().default(null),
    stored: z.string().nullable(),
    draft: z.string().max(500).nullable().default(null),
  }),
  flag: () => ({ sent: z.boolean().default(false), stored: z.boolean(), draft: z.boolean().default(false) }),
};

const lenient = (max: number) => z.string().max(max).default("");

type Fields = Readonly<Record<string, EditorField>>;
type Use = "sent" | "stored" | "draft";
/** Schemas of these fields for one use, by name. */
export type FieldShape<F extends Fields, U extends Use> = {
  [N in keyof F]: ReturnType<(typeof SCHEMAS)[F[N]["type"]]>[U];
};

/** Returns the schemas of these fields for one use (`sent`, `stored` or `draft`), for `z.object`. */
export function fieldShape<F extends Fields, U extends Use>(fields: F, use: U): FieldShape<F, U> {
  const shape = Object.entries(fields).map(([name, field]) => {
    const schemas = SCHEMAS[field.type] as (one: EditorField) => Record<Use, z.ZodType>;
    return [name, schemas(field)[use]] as const;
  });
  return Object.fromEntries(shape) as FieldShape<F, U>;
}
