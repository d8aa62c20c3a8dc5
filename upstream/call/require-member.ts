import type { Call, MembersCall } from "./context";
import { BusinessError } from "./errors";

/** Whether the caller is logged in. */
export const isByMember = (call: Call): call is MembersCall => call.viewer !== null;

/** Narrows a call of an endpoint for anyone to a member's call. @throws BusinessError NOT_LOGIN */
export function requireMember(call: Call): MembersCall {
  if (isByMember(call)) return call;
  throw new BusinessError("NOT_LOGIN");
}
