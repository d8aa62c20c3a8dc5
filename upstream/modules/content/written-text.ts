import type { Kind } from "#app/contract/kinds";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import type { Services } from "#upstream/call/context";
import { toJson } from "#upstream/db/schema/columns";
import { type STORED, storedAs } from "#upstream/db/stored-kinds";
import { type MadeText, type MakeOptions, makeText } from "#upstream/services/make-text";
import type { Rendered } from "#upstream/services/markdown/markdown";
import { type NewFields, type PreparedFields, prepareFields, toColumns } from "./editor-columns";
import { writtenAt } from "./written-at";

/** Fields of a new text, and its author. */
export type NewText<K extends WrittenKind> = NewFields<K> & {
  authorId: number;
  /** Creation time, for imports and the demo; now by default. */
  createdAt?: string;
};
/** A member's text with rendered Markdown and extracted search words. */
export type WrittenText<K extends WrittenKind> = PreparedFields<K> & MadeText & { authorId: number; createdAt: string };

/** Renders and normalizes a text and extracts its search words; slow, so call it before the transaction if possible. */
export async function prepareWritten<K extends WrittenKind>(
  services: Pick<Services, "markdown" | "clock" | "search">,
  kind: K,
  fields: NewText<K> & { content: string },
): Promise<WrittenText<K>> {
  return completeWritten(services, kind, fields, await makeText(services, fields.content, makingOf(kind, fields)));
}

/** Completes a text that was rendered and segmented elsewhere. */
export const completeWritten = <K extends WrittenKind>(
  services: Pick<Services, "clock">,
  kind: K,
  fields: NewText<K>,
  made: MadeText,
): WrittenText<K> => ({
  ...prepareFields(kind, fields),
  authorId: fields.authorId,
  createdAt: writtenAt(services, fields.createdAt),
  ...made,
});

/** Rendering options of a kind: with heading anchors if a page shows a single text of it. */
const renderingOf = (kind: Kind): { anchors: boolean } => ({ anchors: storedAs(kind).anchors ?? false });

/** Options for making a text. */
export const makingOf = (kind: Kind, fields: object): MakeOptions => ({
  ...renderingOf(kind),
  ...("title" in fields && typeof fields.title === "string" ? { title: fields.title } : {}),
});

/** Renders the Markdown of a kind. */
export const renderText = ({ markdown }: Pick<Services, "markdown">, kind: Kind, source: string): Promise<Rendered> =>
  markdown.render(source, renderingOf(kind));

type RenderedColumns<K extends Kind> = { content_html: string } & {
  [Column in (typeof STORED)[K]["rendered"][number]]: Column extends "length" ? number : string;
};

/** Columns derived from a rendered text. */
export function renderedColumns<K extends Kind>(kind: K, { html, headings, excerpt, length }: Rendered) {
  const all = { excerpt, headings: toJson(headings), length };
  const some = storedAs(kind).rendered.map((column) => [column, all[column]] as const);
  return { content_html: html, ...Object.fromEntries(some) } as RenderedColumns<K>;
}

/** Columns of a new text, without those that determine its lists. */
export const newColumns = <K extends WrittenKind>(kind: K, text: WrittenText<K>) => ({
  ...toColumns(kind, text),
  ...renderedColumns(kind, text.rendered),
  updated_at: text.createdAt,
  deleted_at: null,
});
