import type { MembersCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import { consumeActionLimits } from "#upstream/policy/limited-write";
import { requireAgreements } from "#upstream/policy/pending-agreements";

/**
 * Checks that a member may publish words: verified phone number, current agreements accepted.
 * @returns the member's id
 * @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED
 */
export async function requireMayPublish(call: MembersCall): Promise<number> {
  const { userId } = call.viewer;
  const [person] = await phoneOf(call.db, { userId });
  if (!person?.phone) throw new BusinessError("PHONE_REQUIRED");
  await requireAgreements(call, userId);
  return userId;
}

/**
 * Checks that a member may publish, edit or propose a text, and is within the limits. These count even if the rest
 * fails, because the costly rendering comes next.
 * @returns the member's id
 * @throws BusinessError PHONE_REQUIRED, AGREEMENT_REQUIRED, RATE_LIMITED
 */
export async function requirePublisher(call: MembersCall, action: "publish" | "edit" | "propose"): Promise<number> {
  const userId = await requireMayPublish(call);
  await consumeActionLimits(call.db, call, action, userId);
  return userId;
}

const phoneOf = compiledQuery((db, { userId }: { userId: number }) =>
  db.selectFrom("users").select("phone").where("id", "=", userId),
);
