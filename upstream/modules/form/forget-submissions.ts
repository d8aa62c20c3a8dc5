import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { givePlaces } from "#upstream/modules/activity/sign-ups";

/** Deletes the submissions of people whose accounts are closed; places that they had go to those who wait. */
export async function forgetSubmissions(
  trx: Db,
  services: Pick<Services, "clock">,
  userIds: readonly number[],
): Promise<void> {
  const gone = await trx
    .deleteFrom("form_submissions")
    .where("user_id", "in", userIds)
    .returning(["form_id", "state"])
    .execute();
  const forms = new Set(gone.filter(({ state }) => state !== "withdrawn").map(({ form_id }) => form_id));
  // In one order, for the locks.
  for (const formId of [...forms].sort((one, other) => one - other)) {
    await givePlaces(trx, services, formId);
    await bump(trx, [`form/${formId}`]);
  }
}
