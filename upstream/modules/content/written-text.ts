import type { WrittenKind } from "#app/contract/editor-fields";
import type { Kind } from "#app/contract/kinds";
import type { Services } from "#upstream/call/context";
import { toJson } from "#upstream/db/schema/columns";
import { type STORED, storedAs } from "#upstream/db/stored-kinds";
import type { Rendered } from "#upstream/services/markdown/markdown";
import type { Tokens } from "#upstream/services/search/segment";
import { type NewFields, type PreparedFields, prepareFields, toColumns } from "./editor-columns";
import { writtenAt } from "./written-at";

/** Fields of a new text, and whose it is. */
export type NewText<K extends WrittenKind> = NewFields<K> & {
  authorId: number;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};
/** A text of a member with its Markdown rendered. */
export type WrittenText<K extends WrittenKind> = RenderedText<K> & {
  /** Words of the rendered text, for the search. */
  cut: Tokens;
};
/** Such a text whose words are not cut yet. */
export type RenderedText<K extends WrittenKind> = PreparedFields<K> & {
  authorId: number;
  createdAt: string;
  rendered: Rendered;
};

/** Renders and completes a text and cuts it into its words, which is slow; before the transaction. */
export async function prepareWritten<K extends WrittenKind>(
  services: Pick<Services, "markdown" | "clock" | "search">,
  kind: K,
  fields: NewText<K> & { content: string },
): Promise<WrittenText<K>> {
  const text = await renderWritten(services, kind, fields);
  return { ...text, cut: await services.search.cut(text.rendered.plain) };
}

/** Renders and completes a text, for whoever has it cut while rendering the next. */
export async function renderWritten<K extends WrittenKind>(
  services: Pick<Services, "markdown" | "clock">,
  kind: K,
  fields: NewText<K> & { content: string },
): Promise<RenderedText<K>> {
  return {
    ...prepareFields(kind, fields),
    authorId: fields.authorId,
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await renderText(services, kind, fields.content),
  };
}

/** Renders the Markdown of a kind, with anchors if a page shows one such text alone. */
export const renderText = ({ markdown }: Pick<Services, "markdown">, kind: Kind, source: string): Promise<Rendered> =>
  markdown.render(source, { anchors: storedAs(kind).anchors ?? false });

type RenderedColumns<K extends Kind> = { content_html: string } & {
  [Column in (typeof STORED)[K]["rendered"][number]]: Column extends "length" ? number : string;
};

/** Columns that are made of a rendered text. */
export function renderedColumns<K extends Kind>(kind: K, { html, headings, excerpt, length }: Rendered) {
  const all = { excerpt, headings: toJson(headings), length };
  const some = storedAs(kind).rendered.map((column) => [column, all[column]] as const);
  return { content_html: html, ...Object.fromEntries(some) } as RenderedColumns<K>;
}

/** Columns of a new text, without those by which it is listed. */
export const newColumns = <K extends WrittenKind>(kind: K, text: WrittenText<K>) => ({
  ...toColumns(kind, text),
  ...renderedColumns(kind, text.rendered),
  updated_at: text.createdAt,
  deleted_at: null,
});
