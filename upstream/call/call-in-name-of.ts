import type { Role } from "#app/contract/permissions";
import type { Services, StaffCall } from "./context";

type Staff = { userId: number; roles: Role[] };

/** Call that a program makes in the name of somebody of the staff, as if they had just proved who they are. */
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
