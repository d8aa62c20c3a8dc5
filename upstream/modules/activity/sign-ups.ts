import type { SubmissionState } from "#app/contract/admin/content/submission-states";
import { nowIso, type Services } from "#upstream/call/context";
import { type Db, rowLock } from "#upstream/db/dialect";
import { bump } from "#upstream/db/versions";
import { notifyBySystem } from "#upstream/modules/notification/notify-by-system";
import { signUpActivity } from "./queries";

/** States of sign-ups with a place of a limited number. */
const WITH_A_PLACE: readonly SubmissionState[] = ["in", "came"];
/** States of sign-ups that take a place: also those from before there was a limit. */
const TAKES_A_PLACE: readonly SubmissionState[] = [...WITH_A_PLACE, "new", "handled"];

type SignUps = { total: number; in: number; waiting: number; taken: number };

/** Number of sign-ups with a form: in total, with a place, on the waiting list, and those that take a place. */
export async function countSignUps(db: Db, formId: number): Promise<SignUps> {
  const rows = await db
    .selectFrom("form_submissions")
    .select("state")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("form_id", "=", formId)
    .where("state", "!=", "withdrawn")
    .where("deleted_at", "is", null)
    .groupBy("state")
    .execute();
  const sum = (states: readonly SubmissionState[] | null) =>
    rows.reduce((all, { state, total }) => all + (states === null || states.includes(state) ? Number(total) : 0), 0);
  return { total: sum(null), in: sum(WITH_A_PLACE), waiting: sum(["waiting"]), taken: sum(TAKES_A_PLACE) };
}

/** Whether sign-ups in this state take a place. */
export const takesPlace = (state: SubmissionState): boolean => TAKES_A_PLACE.includes(state);

/** Whether a sign-up now gets a place: there is one, and nobody waits for it. */
export const hasPlace = (capacity: number, { taken, waiting }: SignUps): boolean => taken < capacity && waiting === 0;

/**
 * State of a new submission: with a place if the form's activity has places left, else on the waiting list. Concurrent
 * sign-ups wait for the end of this transaction.
 */
export async function newSubmissionState(trx: Db, formId: number): Promise<SubmissionState> {
  const capacity = await lockPlaces(trx, formId);
  if (capacity === null) return "new";
  return hasPlace(capacity, await countSignUps(trx, formId)) ? "in" : "waiting";
}

/**
 * Gives free places of the form's activity, if it is not over, to the first on the waiting list, and tells them.
 * Concurrent sign-ups wait for the end of this transaction.
 * @param most number of places that became free just now; staff may keep others free on purpose
 */
export async function givePlaces(
  trx: Db,
  services: Pick<Services, "clock">,
  formId: number,
  most: number,
): Promise<void> {
  const activity = await lockActivity(trx, formId);
  if (!activity || activity.ends_at <= nowIso(services)) return;
  const { capacity } = activity;
  const { taken, waiting } = await countSignUps(trx, formId);
  const free = Math.min(most, waiting, capacity === null ? waiting : capacity - taken);
  if (free <= 0) return;
  const { title } = await trx.selectFrom("forms").select("title").where("id", "=", formId).executeTakeFirstOrThrow();
  const first = await trx
    .selectFrom("form_submissions")
    .select(["id", "user_id"])
    .where("form_id", "=", formId)
    .where("state", "=", "waiting")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .limit(free)
    .execute();
  for (const { id, user_id: userId } of first) {
    const { numUpdatedRows } = await trx
      .updateTable("form_submissions")
      .set({ state: "in" })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (numUpdatedRows > 0) await tellOfPlace(trx, services, { userId, formId, title });
  }
  await bump(trx, [`form/${formId}`]);
}

/** Form of an activity. */
type SignUpForm = { formId: number; title: string };

/**
 * Tells a member on the waiting list that they have a place now.
 * @param undoable see `notifyBySystem`
 * @returns the message's key; null for a visitor (`userId` null), who can't be told
 */
export async function tellOfPlace(
  trx: Db,
  services: Pick<Services, "clock">,
  { userId, formId, title, undoable = false }: SignUpForm & { userId: number | null; undoable?: boolean },
): Promise<string | null> {
  if (userId === null) return null;
  const message = { kind: "place-given", form: formId, name: title } as const;
  return notifyBySystem(trx, { userId, message, at: nowIso(services), undoable });
}

/**
 * Makes concurrent sign-ups with a form wait for the end of this transaction.
 * @returns number of places of its activity; null if it has no limit, or there is no activity
 */
export const lockPlaces = async (trx: Db, formId: number): Promise<number | null> =>
  (await lockActivity(trx, formId))?.capacity ?? null;

/** Locks and loads the activity that a form signs up for; undefined if there is none. */
const lockActivity = (trx: Db, formId: number) =>
  signUpActivity(trx, formId).select(["s.capacity", "s.ends_at"]).$call(rowLock(trx)).executeTakeFirst();
