import type { KindWith } from "#app/contract/kinds";
import { BODY_MAX, TITLE_MAX, TITLE_MIN } from "#app/contract/limits";

/** Kinds that members write in an editor. */
export type WrittenKind = KindWith<"drafted">;

/**
 * A field of an editor, by type; lengths are in characters.
 * - `title`: a required line.
 * - `line`: an optional line.
 * - `markdown`: the body, in Markdown.
 * - `tags`: up to `TAGS_MAX` tags.
 * - `choice`: the id of something in a list, or nothing.
 * - `picture`: the URL of an uploaded picture, or nothing.
 * - `flag`: yes or no.
 */
export type EditorField =
  | { type: "title"; label: string; min: number; max: number }
  | { type: "line"; label: string; max: number }
  | { type: "markdown"; label: string; min: number; max: number }
  | { type: "tags"; label: string }
  | { type: "choice" | "picture" | "flag" };

const TITLE = { type: "title", label: "标题", min: TITLE_MIN, max: TITLE_MAX } as const;
const TAGS = { type: "tags", label: "标签" } as const;

/**
 * Fields of each kind's editor. Calls, drafts, forms and table columns are derived from this table, in this order; a
 * name used by several kinds must have the same type. Lines and flags also appear in lists and on pages. `aiGenerated`:
 * 含 AI 生成内容, as declared by the author. Does not import zod, because browsers load it too.
 */
export const EDITOR_FIELDS = {
  question: {
    title: TITLE,
    content: { type: "markdown", label: "正文", min: 0, max: BODY_MAX },
    tags: TAGS,
    aiGenerated: { type: "flag" },
  },
  article: {
    title: TITLE,
    content: { type: "markdown", label: "正文", min: 1, max: BODY_MAX },
    classificationId: { type: "choice" },
    tags: TAGS,
    coverUrl: { type: "picture" },
    aiGenerated: { type: "flag" },
  },
  answer: {
    content: { type: "markdown", label: "回答", min: 1, max: BODY_MAX },
    aiGenerated: { type: "flag" },
  },
} as const satisfies Record<WrittenKind, Record<string, EditorField>>;

type FieldsOfType<F, T extends EditorField["type"]> = {
  [N in keyof F as F[N] extends { type: T } ? N : never]: F[N];
};

/** An editor's fields of the given types. */
export function fieldsOfType<F extends Readonly<Record<string, EditorField>>, T extends EditorField["type"]>(
  fields: F,
  ...types: T[]
): FieldsOfType<F, T> {
  const chosen = Object.entries<EditorField>(fields).filter(([, { type }]) => types.some((one) => one === type));
  return Object.fromEntries(chosen) as FieldsOfType<F, T>;
}

/** Fields of the editor of one kind. */
export type FieldsOf<K extends WrittenKind> = (typeof EDITOR_FIELDS)[K];
/** Name of a field in any kind's editor. */
export type FieldName = { [K in WrittenKind]: keyof FieldsOf<K> }[WrittenKind];
type FieldNamed<N extends FieldName> = {
  [K in WrittenKind]: N extends keyof FieldsOf<K> ? FieldsOf<K>[N] : never;
}[WrittenKind];
/** Type of the field with this name, in whichever kind. */
export type FieldType<N extends FieldName> = FieldNamed<N>["type"];

/** Every field of every editor, each name once. */
export const EVERY_FIELD: { readonly [N in FieldName]: FieldNamed<N> } = {
  ...EDITOR_FIELDS.question,
  ...EDITOR_FIELDS.answer,
  ...EDITOR_FIELDS.article,
};
