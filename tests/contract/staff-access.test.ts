import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissionsOf, type Role, roles } from "#app/contract/permissions";
import { databaseState } from "#tests/upstream/support/database-state";
import { CallError, createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import { addStaff, staffToken } from "#tests/upstream/support/staff";
import { type EndpointRow, endpointRows } from "#upstream/endpoint-table";
import { deleteUser } from "#upstream/modules/user/delete-user";
import { sampleInput } from "./sample-input";

const rows = endpointRows().filter(({ auth }) => auth === "staff");
const CALLERS = ["nobody", "closed", "member", ...roles] as const;
type Caller = (typeof CALLERS)[number];

let site: TestUpstream;
const tokens: Partial<Record<Caller, string>> = {};

beforeAll(async () => {
  site = await createTestUpstream();
  // Samples use id 1 everywhere, so this is an unimportant member.
  await site.addUser("第一人");
  for (const role of roles) tokens[role] = await staffToken(site, await addStaff(site, role));
  tokens.member = await staffToken(site, await site.addUser("普通会员"));
  // Another owner remains, whatever the samples remove.
  await addStaff(site, "owner");
  const closed = await addStaff(site, "editor");
  tokens.closed = await staffToken(site, closed);
  await site.services.db.transaction().execute((trx) => deleteUser(trx, site.services, closed));
});
afterAll(() => site.close());

test("calls of the console declare a permission, and no other calls do", () => {
  for (const { endpoint } of endpointRows()) {
    expect([endpoint.path, endpoint.auth === "staff"]).toEqual([endpoint.path, endpoint.permission !== null]);
    expect([endpoint.path, endpoint.auth === "staff"]).toEqual([
      endpoint.path,
      endpoint.path.startsWith("/api/ext/admin/"),
    ]);
  }
});

describe("every call of the console admits exactly the roles with its permission, and changes nothing for others", () => {
  const cases = rows.map((row) => [row.name, row] as const);
  test.each(cases)("%s", async (_, { endpoint }: EndpointRow) => {
    const { permission } = endpoint;
    if (!permission) throw new Error("no permission");
    const refused = CALLERS.filter((caller) => expectedOf(caller, permission) !== "in");
    const before = await databaseState(site.services.db);
    expect(await codesOf(endpoint, refused)).toEqual(
      Object.fromEntries(refused.map((caller) => [caller, expectedOf(caller, permission)])),
    );
    expect(await databaseState(site.services.db), "a refused call changed something").toEqual(before);
    const admitted = CALLERS.filter((caller) => expectedOf(caller, permission) === "in");
    expect(admitted, "nobody may").toContain("owner");
    for (const code of Object.values(await codesOf(endpoint, admitted)))
      expect(code).not.toMatch(/^(?:NOT_LOGIN|FORBIDDEN|STAFF_UNVERIFIED|SUDO_REQUIRED|HTTP 500)$/);
  });
});

/** Replies of the endpoint to each caller. */
async function codesOf(endpoint: EndpointRow["endpoint"], callers: readonly Caller[]): Promise<Record<string, string>> {
  const codes: Record<string, string> = {};
  for (const caller of callers) {
    const token = tokens[caller];
    codes[caller] = await site
      .call(endpoint, sampleInput(endpoint) as never, token === undefined ? {} : { token })
      .then(() => "SUCCESS")
      .catch((error: unknown) => {
        if (error instanceof CallError) return error.code;
        throw error;
      });
  }
  return codes;
}

function expectedOf(caller: Caller, permission: Parameters<ReturnType<typeof permissionsOf>["has"]>[0]) {
  if (caller === "nobody" || caller === "closed") return "NOT_LOGIN";
  if (caller === "member") return "FORBIDDEN";
  return permissionsOf([caller as Role]).has(permission) ? "in" : "FORBIDDEN";
}
