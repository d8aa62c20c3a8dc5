import type { FormField } from "#app/contract/content/form";
import { nowIso, type Services } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toBit, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { updateAtVersion } from "#upstream/policy/update-at-version";
import { markUsed } from "#upstream/services/storage/file-keys";
import { setReaders } from "./readers";
import type { PreparedForm } from "./write";

/** A form for editing, even if it is unpublished; undefined if there is none. */
export function findEditedForm(db: Db, id: number) {
  return db.selectFrom("forms").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A form's current and earlier fields, by version; submissions from before versioning use the first. */
export async function fieldsByVersion(db: Db, id: number): Promise<{ version: number; fields: FormField[] }[]> {
  const now = await db.selectFrom("forms").select(["version", "fields"]).where("id", "=", id).execute();
  const past = await db
    .selectFrom("form_versions")
    .select(["version", "fields"])
    .where("form_id", "=", id)
    .orderBy("version", "desc")
    .execute();
  return [...now, ...past].map(({ version, fields }) => ({ version, fields: fromJson<FormField[]>(fields) }));
}

/**
 * Updates a form if it still has the given version, and keeps its previous fields for existing submissions.
 * @returns the new version
 * @throws BusinessError NOT_FOUND if there is none, CONFLICT if it was changed since
 */
export async function updateForm(
  trx: Db,
  services: Pick<Services, "clock">,
  { id, version, form }: { id: number; version: number; form: PreparedForm },
): Promise<number> {
  await markUsed(trx, [form.description, form.descriptionHtml]);
  const before = found(await findEditedForm(trx, id));
  const changed = await updateAtVersion(
    trx,
    "forms",
    { id, version },
    {
      title: form.title,
      description: form.description,
      description_html: form.descriptionHtml,
      fields: toJson(form.fields),
      opens_at: form.opensAt,
      closes_at: form.closesAt,
      once_per_person: toBit(form.oncePerPerson),
      updated_at: nowIso(services),
    },
  );
  await setReaders(trx, id, form.notify ?? []);
  await trx.insertInto("form_versions").values({ form_id: id, version, fields: before.fields }).execute();
  await bump(trx, [`form/${id}`]);
  return changed.version;
}

/** Republishes a form. @throws BusinessError NOT_FOUND if there is none, CONFLICT if it is public */
export async function restoreForm(trx: Db, id: number): Promise<void> {
  const back = await trx
    .updateTable("forms")
    .set({ deleted_at: null })
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .returning("id")
    .executeTakeFirst();
  if (!back) {
    found(await findEditedForm(trx, id));
    throw new BusinessError("CONFLICT");
  }
  await bump(trx, [`form/${id}`]);
}
