import { z } from "zod";
import { formField } from "#app/contract/content/form";
import { nowIso, type Services } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { toBit, toJson } from "#upstream/db/schema/columns";
import { bump } from "#upstream/db/versions";
import { setReaders } from "./readers";

/** Fields of a new form. */
export type FormFields = {
  title: string;
  /** Markdown, shown above the fields. */
  description: string;
  fields: z.input<typeof formField>[];
  /** ISO 8601; null: always open. */
  opensAt: string | null;
  closesAt: string | null;
  oncePerPerson: boolean;
  /** Staff to notify of submissions; nobody by default. */
  notify?: readonly number[] | undefined;
};
/** A new form, its fields checked and its Markdown rendered. */
export type PreparedForm = Omit<FormFields, "fields"> & {
  descriptionHtml: string;
  fields: z.output<typeof formField>[];
  createdAt: string;
};

const isoOrNull = (time: string | null) => (time === null ? null : new Date(time).toISOString());

/**
 * Validates a new form's fields and renders its description; slow, so call it before the transaction if possible.
 * @throws ZodError if a field is not valid in the contract
 */
export async function prepareForm(
  services: Pick<Services, "markdown" | "clock">,
  fields: FormFields,
): Promise<PreparedForm> {
  const { html } = await services.markdown.render(fields.description);
  return {
    ...fields,
    fields: z.array(formField).parse(fields.fields),
    opensAt: isoOrNull(fields.opensAt),
    closesAt: isoOrNull(fields.closesAt),
    descriptionHtml: html,
    createdAt: nowIso(services),
  };
}

/** Inserts a new form. */
export async function insertForm(trx: Db, one: PreparedForm): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("forms")
    .values({
      title: one.title,
      description: one.description,
      description_html: one.descriptionHtml,
      fields: toJson(one.fields),
      opens_at: one.opensAt,
      closes_at: one.closesAt,
      once_per_person: toBit(one.oncePerPerson),
      created_at: one.createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  if (one.notify?.length) await setReaders(trx, id, one.notify);
  await bump(trx, [`form/${id}`]);
  return { id };
}

/**
 * Unpublishes a form; its row stays.
 * @throws BusinessError NOT_FOUND if it does not exist or is deleted
 */
export async function deleteForm(trx: Db, services: Pick<Services, "clock">, id: number): Promise<void> {
  found(
    await trx
      .updateTable("forms")
      .set({ deleted_at: nowIso(services) })
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .returning("id")
      .executeTakeFirst(),
  );
  await bump(trx, [`form/${id}`]);
}
