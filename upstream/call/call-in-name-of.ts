import type { Role } from "#app/contract/permissions";
import type { Services, StaffCall } from "./context";

type Staff = { userId: number; roles: Role[] };

/** Creates a call on behalf of a staff member, as if they had just verified their identity; used by programs. */
export function callInNameOf(
  services: Services,
  { userId, roles }: Staff,
  client: Partial<StaffCall["client"]>,
): StaffCall {
  const call: StaffCall = {
    ...services,
    viewer: { userId, tokenHash: "", roles, verified: true, sudoUntil: null },
    client: { ip: "", device: "", requestId: "", dryRun: false, ...client },
    raw: null,
    dependsOn: () => {},
    sharedPart: (_name, make) => make(call),
  };
  return call;
}
