import type { StaffCall } from "#upstream/call/context";
import { consumeLimits } from "#upstream/policy/limits";
import { phoneIn } from "./matching";

/**
 * Counts a search if it is for a complete phone number, so that nobody tries out the hidden digits of masked ones.
 * @throws BusinessError RATE_LIMITED
 */
export async function limitPhoneSearch(call: StaffCall, q: string | undefined): Promise<void> {
  if (q === undefined || phoneIn(q) === null) return;
  await consumeLimits(call.db, call, [{ limit: "phoneSearchHour", subject: call.viewer.userId }]);
}
