import type { Image } from "#app/contract/common";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { enlist } from "#upstream/modules/content/enlist";
import { writtenAt } from "#upstream/modules/content/written-at";
import type { Rendered } from "#upstream/services/markdown/markdown";

/** Fields of a new activity. */
export type ActivityFields = {
  title: string;
  /** Text of the activity in Markdown. */
  content: string;
  cover: Image | null;
  /** A city, or 线上. */
  city: string;
  /** ISO 8601. */
  startsAt: string;
  endsAt: string;
  /** Registration form. */
  formId: number | null;
  /** Maximum number of participants; unlimited by default. */
  capacity?: number | null;
  /** Creation time, for imports and the demo; now by default. */
  createdAt?: string;
};
/** A new activity with its Markdown rendered. */
export type PreparedActivity = Required<ActivityFields> & { rendered: Rendered };

/** Validates and renders a new activity; slow, so call it before the transaction if possible. */
export async function prepareActivity(
  services: Pick<Services, "markdown" | "clock">,
  fields: ActivityFields,
): Promise<PreparedActivity> {
  return {
    ...fields,
    capacity: fields.capacity ?? null,
    title: fields.title.trim(),
    startsAt: new Date(fields.startsAt).toISOString(),
    endsAt: new Date(fields.endsAt).toISOString(),
    createdAt: writtenAt(services, fields.createdAt),
    rendered: await services.markdown.render(fields.content),
  };
}

/** Inserts a new activity and bumps the lists that show it. */
export async function insertActivity(
  trx: Db,
  services: Pick<Services, "search">,
  one: PreparedActivity,
): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("activities")
    .values({
      title: one.title,
      content: one.content,
      content_html: one.rendered.html,
      excerpt: one.rendered.excerpt,
      cover: one.cover && toJson(one.cover),
      city: one.city,
      starts_at: one.startsAt,
      ends_at: one.endsAt,
      form_id: one.formId,
      capacity: one.capacity,
      created_at: one.createdAt,
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await enlist(trx, services, [{ kind: "activity", row: { id, created_at: one.createdAt } }]);
  return { id };
}
