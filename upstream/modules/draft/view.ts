import { draftFields, type StoredDraft } from "#app/contract/writing/draft";
import { fromJson } from "#upstream/db/schema/columns";
import type { DraftRow } from "./queries";

/** Fills fields that did not exist in an older editor with their defaults. */
export function draftView(row: DraftRow): StoredDraft {
  return {
    target: row.target,
    baseVersion: row.base_version,
    fields: draftFields.parse(fromJson(row.fields)),
    updatedAt: row.updated_at,
  };
}
