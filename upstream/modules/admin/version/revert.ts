import type { RevertedKind } from "#app/contract/admin/content/version";
import { EDITOR_FIELDS, type EditorField, fieldsOfType, type WrittenKind } from "#app/contract/writing/editor-fields";
import type { Services, StaffCall } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import { within } from "#upstream/call/within";
import type { Db } from "#upstream/db/dialect";
import { rewriteCase } from "#upstream/modules/admin/case/api";
import type { StoredFields } from "#upstream/modules/content/editor-columns";
import { findSource } from "#upstream/modules/content/source";
import { writerOf } from "#upstream/modules/review/writers";

/** A text, its current version, and the fields to save. */
export type Reverted = { kind: RevertedKind; id: number; version: number; fields: object };

/**
 * Saves earlier fields of a text again, by the same functions as its author.
 * @returns the new version
 * @throws BusinessError NOT_FOUND if it is not public; CONFLICT if it was changed since
 */
export async function writeAgain(trx: Db, call: StaffCall, { kind, id, version, fields }: Reverted): Promise<number> {
  if (kind === "case") return rewriteCase(trx, call, { id, version }, fields as never);
  const { author_id: authorId } = found(await findSource(trx, kind, id));
  const text = await prepareEarlier(
    within(call, trx),
    kind,
    { ...(fields as StoredFields<typeof kind>), authorId },
    { id, mayGo: ["choice", "picture"] },
  );
  return (await writerOf(kind).update(trx, call, { id, version, text, by: call.viewer.userId })).version;
}

/**
 * Prepares a text to be saved, omitting references that no longer exist.
 * @param mayGo types of fields that are omitted rather than refused in that case
 */
export async function prepareEarlier<K extends WrittenKind>(
  services: Services,
  kind: K,
  fields: StoredFields<K> & { authorId: number },
  { id, mayGo }: { id: number; mayGo: ("choice" | "picture")[] },
) {
  const choices = Object.keys(
    fieldsOfType<Record<string, EditorField>, "choice" | "picture">(EDITOR_FIELDS[kind], ...mayGo),
  );
  let sent = fields;
  for (;;) {
    try {
      return await writerOf(kind).prepare(services, sent, id);
    } catch (error) {
      const wrong =
        error instanceof BusinessError ? ((error.data as { fields?: object } | undefined)?.fields ?? {}) : {};
      const gone = choices.filter((name) => name in wrong && (sent as Record<string, unknown>)[name] !== null);
      if (gone.length === 0) throw error;
      sent = { ...sent, ...Object.fromEntries(gone.map((name) => [name, null])) };
    }
  }
}
