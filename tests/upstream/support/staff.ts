import type { Role } from "#app/contract/permissions";
import { hashToken } from "#upstream/db/token-hash";
import { grantRole } from "#upstream/policy/staff-roles";
import type { TestUpstream } from "./harness";

/** A new member of the staff with these roles; gives the id. */
export async function addStaff(test: TestUpstream, ...roles: Role[]): Promise<number> {
  const userId = await test.addUser(`工作人员${roles.join("")}${Math.random().toString(36).slice(2, 8)}`);
  for (const role of roles) await giveRole(test, userId, role);
  return userId;
}

/** Gives a role past the console, as the first owner gets theirs. */
export async function giveRole({ services }: TestUpstream, userId: number, role: Role): Promise<void> {
  await grantRole(services.db, { userId, role, by: null, at: services.clock().toISOString() });
}

/** A token of somebody of the staff whose login holds for the console, and for dangerous things. */
export async function staffToken(test: TestUpstream, userId: number): Promise<string> {
  const token = await test.tokenOf(userId);
  await holdForConsole(test, token);
  return token;
}

/** Makes a login hold for the console, and for dangerous things, for a long time. */
export async function holdForConsole({ services }: TestUpstream, token: string): Promise<void> {
  const until = "2999-01-01T00:00:00.000Z";
  await services.db
    .updateTable("sessions")
    .set({ staff_until: until, sudo_until: until })
    .where("token_hash", "=", hashToken(token))
    .execute();
}
