import type { Role } from "#app/contract/permissions";
import { hashToken } from "#upstream/db/token-hash";
import { grantRole } from "#upstream/policy/staff-roles";
import type { TestUpstream } from "./harness";

/** Creates a staff member with these roles; returns the id. */
export async function addStaff(upstream: TestUpstream, ...roles: Role[]): Promise<number> {
  const userId = await upstream.addUser(`工作人员${roles.join("")}${Math.random().toString(36).slice(2, 8)}`);
  for (const role of roles) await giveRole(upstream, userId, role);
  return userId;
}

/** Grants a role without the console, as for the first owner. */
export async function giveRole({ services }: TestUpstream, userId: number, role: Role): Promise<void> {
  await grantRole(services.db, { userId, role, by: null, at: services.clock().toISOString() });
}

/** Token of a staff member whose session may use the console and do dangerous actions. */
export async function staffToken(upstream: TestUpstream, userId: number): Promise<string> {
  const token = await upstream.tokenOf(userId);
  await holdForConsole(upstream, token);
  return token;
}

/** Allows a session the console and dangerous actions, for a long time. */
export async function holdForConsole({ services }: TestUpstream, token: string): Promise<void> {
  const until = "2999-01-01T00:00:00.000Z";
  await services.db
    .updateTable("sessions")
    .set({ staff_until: until, sudo_until: until })
    .where("token_hash", "=", hashToken(token))
    .execute();
}
