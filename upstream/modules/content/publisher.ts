import type { Call, MembersCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import { requireAgreements } from "#upstream/policy/pending-agreements";

/**
 * Checks that a member may publish, edit or propose: verified phone number, current agreements accepted, within the
 * limits. The limits count even if the rest fails, because the costly rendering comes next.
 * @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED, RATE_LIMITED
 */
export async function requirePublisher(call: MembersCall, action: "publish" | "edit" | "propose"): Promise<number> {
  const { userId } = call.viewer;
  await requirePhone(call, userId);
  await requireAgreements(call, userId);
  await consumeActionLimits(call.db, call, action, userId);
  return userId;
}

/** @throws BusinessError PHONE_REQUIRED if the person has no verified phone number */
export async function requirePhone({ db }: Pick<Call, "db">, userId: number): Promise<void> {
  const [person] = await phoneOf(db, { userId });
  if (!person?.phone) throw new BusinessError("PHONE_REQUIRED");
}

const phoneOf = compiledQuery((db, { userId }: { userId: number }) =>
  db.selectFrom("users").select("phone").where("id", "=", userId),
);
