import type { EditedZhikuContent } from "#app/contract/admin/zhiku/content";
import { datetimeLocal } from "#app/features/admin/fields/datetime-local";

/** Text fields of a document's form. */
export const DOCUMENT_LINES = [
  "categoryId",
  "type",
  "title",
  "abstract",
  "content",
  "source",
  "cover",
  "trial",
  "recommended",
  "document",
  "publishedAt",
  "version",
] as const;

/** A document's file: its key in the store, and the file name for readers. */
export type DocumentFile = { key: string; fileName: string };
/** Form values of a document. */
export type DocumentValues = Record<(typeof DOCUMENT_LINES)[number], string> & {
  attachments: DocumentFile[];
  idempotencyKey?: string;
};

const box = (on: boolean): string => (on ? "1" : "");

/** Initial form values of a document; null for a new one. */
export function documentValues(one: EditedZhikuContent | null, categoryId = ""): DocumentValues {
  return {
    categoryId: String(one?.category.id ?? categoryId),
    type: one?.type ?? "article",
    title: one?.title ?? "",
    abstract: one?.abstract ?? "",
    content: one?.content ?? "",
    source: one?.source ?? "",
    cover: one?.cover ?? "",
    trial: box(one?.trial ?? false),
    recommended: box(one?.recommended ?? false),
    document: one?.document?.key ?? "",
    publishedAt: one && one.state !== "draft" ? datetimeLocal(one.createdAt) : "",
    version: one ? String(one.version) : "",
    attachments: one?.attachments.map(({ key, fileName }) => ({ key, fileName })) ?? [],
  };
}
