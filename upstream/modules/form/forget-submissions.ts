import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { givePlaces, takesPlace } from "#upstream/modules/activity/sign-ups";

/** Deletes the submissions of people whose accounts are closed; places that they had go to those who wait. */
export async function forgetSubmissions(
  trx: Db,
  services: Pick<Services, "clock">,
  userIds: readonly number[],
): Promise<void> {
  const gone = await trx
    .deleteFrom("form_submissions")
    .where("user_id", "in", userIds)
    .returning(["form_id", "state", "deleted_at"])
    .execute();
  const left = gone.filter(({ state }) => state !== "withdrawn");
  const forms = new Set(left.map(({ form_id }) => form_id));
  // In one order, for the locks.
  for (const formId of [...forms].sort((one, other) => one - other)) {
    const freed = left.filter((one) => one.form_id === formId && one.deleted_at === null && takesPlace(one.state));
    if (freed.length > 0) await givePlaces(trx, services, formId, freed.length);
    await bump(trx, [`form/${formId}`]);
  }
}
