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

let upstream: TestUpstream;
const tokens: Partial<Record<Caller, string>> = {};

beforeAll(async () => {
  upstream = await createTestUpstream();
  // Samples use id 1 everywhere, so this is an unimportant member.
  await upstream.addUser("第一人");
  for (const role of roles) tokens[role] = await staffToken(upstream, await addStaff(upstream, role));
  tokens.member = await staffToken(upstream, await upstream.addUser("普通会员"));
  // Another owner remains, whatever the samples remove.
  await addStaff(upstream, "owner");
  const closed = await addStaff(upstream, "editor");
  tokens.closed = await staffToken(upstream, closed);
  await upstream.services.db.transaction().execute((trx) => deleteUser(trx, upstream.services, closed));
});
afterAll(() => upstream.close());

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
    const before = await databaseState(upstream.services.db);
    expect(await codesOf(endpoint, refused)).toEqual(
      Object.fromEntries(refused.map((caller) => [caller, expectedOf(caller, permission)])),
    );
    expect(await databaseState(upstream.services.db), "a refused call changed something").toEqual(before);
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
    codes[caller] = await upstream
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
