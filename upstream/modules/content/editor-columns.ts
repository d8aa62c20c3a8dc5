import type { Image } from "#app/contract/common";
import { EDITOR_FIELDS, type EditorField, type FieldsOf, type WrittenKind } from "#app/contract/writing/editor-fields";
import { type Bit, fromJson, imageFrom, toBit, toJson } from "#upstream/db/schema/columns";
import type { Rendered } from "#upstream/services/markdown/markdown";
import { tidyTags } from "./taggings";

type Type = EditorField["type"];

/** Storage of one field type in a column; `Value` is what is written, `Source` what an editor gets back. */
type Codec<Value, Column, Source> = {
  /** Value of an optional field that was left out. */
  empty: Value;
  tidy(value: Value): Value;
  toColumn(value: Value): Column;
  fromColumn(column: Column): Source;
};

const codec = <Value, Column, Source>(one: Codec<Value, Column, Source>) => one;
const asIs = <V>(value: V): V => value;

const LINE = codec({ empty: "", tidy: (text) => text.trim(), toColumn: asIs<string>, fromColumn: asIs<string> });

const CODECS = {
  title: LINE,
  line: LINE,
  markdown: codec({ empty: "", tidy: asIs<string>, toColumn: asIs<string>, fromColumn: asIs<string> }),
  tags: codec({
    empty: [] as readonly string[],
    tidy: tidyTags,
    toColumn: toJson as (tags: readonly string[]) => string,
    fromColumn: fromJson<string[]>,
  }),
  choice: codec({
    empty: null as number | null,
    tidy: asIs<number | null>,
    toColumn: asIs<number | null>,
    fromColumn: asIs<number | null>,
  }),
  picture: codec({
    empty: null as Image | null,
    tidy: asIs<Image | null>,
    toColumn: (image) => (image === null ? null : toJson(image)),
    fromColumn: (column: string | null) => imageFrom(column)?.url ?? null,
  }),
  flag: codec({ empty: false as boolean, tidy: asIs<boolean>, toColumn: toBit, fromColumn: (bit: Bit) => bit === 1 }),
};

type Snake<S> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";
/** A picture is sent by its URL and stored as an object: `coverUrl` is written as `cover`. */
type Written<Name, T extends Type> = T extends "picture" ? (Name extends `${infer Whole}Url` ? Whole : Name) : Name;
type Fields = Readonly<Record<string, EditorField>>;
type ValueOf<T extends Type> = (typeof CODECS)[T]["empty"];
type ColumnOf<T extends Type> = ReturnType<(typeof CODECS)[T]["toColumn"]>;
type SourceOf<T extends Type> = ReturnType<(typeof CODECS)[T]["fromColumn"]>;
type May = "line" | "choice" | "picture" | "flag";

type WrittenFields<F extends Fields> = {
  [N in keyof F as F[N]["type"] extends May ? never : N]: ValueOf<F[N]["type"]>;
} & { [N in keyof F as F[N]["type"] extends May ? Written<N, F[N]["type"]> : never]?: ValueOf<F[N]["type"]> };
type Columns<F extends Fields> = { [N in keyof F as Snake<Written<N, F[N]["type"]>>]: ColumnOf<F[N]["type"]> };

/** Fields of a new text of one kind; some are optional. */
export type NewFields<K extends WrittenKind> = WrittenFields<FieldsOf<K>>;
/** Fields of a text of one kind, all present. */
export type PreparedFields<K extends WrittenKind> = Required<NewFields<K>>;
/** Fields that an editor of one kind starts from. */
export type StoredFields<K extends WrittenKind> = {
  [N in keyof FieldsOf<K>]: FieldsOf<K>[N] extends EditorField ? SourceOf<FieldsOf<K>[N]["type"]> : never;
};
/** Table columns of one kind that store the editor's fields. */
export type EditorColumns<K extends WrittenKind> = Columns<FieldsOf<K>>;

/** Types of fields that lists and pages show unchanged. */
const LISTED = ["title", "line", "flag"] as const;
type ListedType = (typeof LISTED)[number];
type ListedNames<K extends WrittenKind> = {
  [N in keyof FieldsOf<K>]: FieldsOf<K>[N] extends { type: ListedType } ? N : never;
}[keyof FieldsOf<K>];
/** Columns of one kind that lists and pages show unchanged. */
export type ListedColumns<K extends WrittenKind> = {
  [N in ListedNames<K> as Snake<N>]: FieldsOf<K>[N] extends { type: infer T extends Type } ? ColumnOf<T> : never;
};
/** Fields of one kind that lists and pages show unchanged. */
export type ListedFields<K extends WrittenKind> = Pick<StoredFields<K>, ListedNames<K>>;

type Way = Codec<unknown, unknown, unknown>;
/** A field with its names and its type's storage. */
type Step = { name: string; written: string; column: string; type: Type; way: Way };

const STEPS = Object.fromEntries(
  Object.entries(EDITOR_FIELDS).map(([kind, fields]) => [kind, Object.entries<EditorField>(fields).map(stepOf)]),
) as Record<WrittenKind, Step[]>;

function stepOf([name, { type }]: [string, EditorField]): Step {
  const written = type === "picture" ? name.replace(/Url$/, "") : name;
  const column = written.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name, written, column, type, way: CODECS[type] as Way };
}

/** Builds an object with one property for each field of a kind. */
const collect = (kind: WrittenKind, property: (step: Step) => readonly [string, unknown]): object =>
  Object.fromEntries(STEPS[kind].map(property));

/** Normalizes the fields of a new text for storage; optional ones that were left out become empty. */
export const prepareFields = <K extends WrittenKind>(kind: K, fields: NewFields<K>): PreparedFields<K> =>
  collect(kind, ({ written, way }) => {
    const value = (fields as Record<string, unknown>)[written];
    return [written, way.tidy(value === undefined ? way.empty : value)];
  }) as PreparedFields<K>;

/** Names of a kind's columns with the editor's fields, to select. */
export const editorColumns = <K extends WrittenKind>(kind: K): (keyof EditorColumns<K> & string)[] =>
  STEPS[kind].map(({ column }) => column) as (keyof EditorColumns<K> & string)[];

/** Column values of a prepared text, to insert or update. */
export const toColumns = <K extends WrittenKind>(kind: K, fields: PreparedFields<K>): EditorColumns<K> =>
  collect(kind, ({ written, column, way }) => [
    column,
    way.toColumn((fields as Record<string, unknown>)[written]),
  ]) as EditorColumns<K>;

const isListed = ({ type }: Step): boolean => LISTED.some((one) => one === type);

/** Names of the columns that lists and pages show unchanged, to select. @param alias of the table */
export const listedColumns = <K extends WrittenKind, A extends string>(kind: K, alias: A) =>
  STEPS[kind].filter(isListed).map(({ column }) => `${alias}.${column}`) as `${A}.${keyof ListedColumns<K> & string}`[];

/** Fields that lists and pages show unchanged. */
export const listedFields = <K extends WrittenKind>(kind: K, row: ListedColumns<K>): ListedFields<K> =>
  readColumns(STEPS[kind].filter(isListed), row) as ListedFields<K>;

const readColumns = (steps: readonly Step[], row: object): object =>
  Object.fromEntries(
    steps.map(({ name, column, way }) => [name, way.fromColumn((row as Record<string, unknown>)[column])]),
  );

/** Fields that an editor starts from. */
export const fromColumns = <K extends WrittenKind>(kind: K, row: EditorColumns<K>): StoredFields<K> =>
  readColumns(STEPS[kind], row) as StoredFields<K>;

/** Whether two rows of a kind have the same editor fields. */
export const isSameText = <K extends WrittenKind>(kind: K, one: EditorColumns<K>, other: EditorColumns<K>): boolean =>
  toJson(fromColumns(kind, one)) === toJson(fromColumns(kind, other));

/**
 * All texts of a row that are shown, by field; for Markdown the source, the rendering, and the URLs of other sites that
 * it links to, which the source may spell in many ways.
 */
export function shownTexts<K extends WrittenKind>(
  kind: K,
  prepared: PreparedFields<K> & { rendered: Pick<Rendered, "plain" | "externalLinks"> },
): Record<string, readonly string[]> {
  const values = prepared as Record<string, unknown>;
  const { plain, externalLinks } = prepared.rendered;
  const texts = STEPS[kind].flatMap(({ name, type }) => {
    const value = values[name];
    if (type === "tags") return [[name, value as readonly string[]] as const];
    if (type === "markdown") return [[name, [value as string, plain, ...externalLinks]] as const];
    return type === "title" || type === "line" ? [[name, [value as string]] as const] : [];
  });
  return Object.fromEntries(texts);
}
