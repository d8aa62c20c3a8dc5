import type { Call, MembersCall } from "./context";
import { BusinessError } from "./errors";

/** Whether somebody logged in calls. */
export const isByMember = (call: Call): call is MembersCall => call.viewer !== null;

/** Narrows the call of an endpoint for anyone to that of a member. @throws BusinessError NOT_LOGIN */
export function requireMember(call: Call): MembersCall {
  if (isByMember(call)) return call;
  throw new BusinessError("NOT_LOGIN");
}
