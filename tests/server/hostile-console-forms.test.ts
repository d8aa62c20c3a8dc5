import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditApi } from "#app/contract/admin/system/audit";
import { BODY_MAX } from "#app/contract/limits";
import { ROLES, type Role, roles } from "#app/contract/permissions";
import { databaseState } from "#tests/upstream/support/database-state";
import { giveRole, holdForConsole, staffToken } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";

let world: World;
let owner: Reader;
const people = new Map<Role, Reader>();
beforeAll(async () => {
  world = await createWorld();
  const enter = async (userId: number, role: Role) => {
    await giveRole(world.upstream, userId, role);
    const reader = await world.as(userId);
    await holdForConsole(world.upstream, reader.cookies.get("token") ?? "");
    return reader;
  };
  owner = await enter(world.seed.alice, "owner");
  for (const role of roles) {
    if (role !== "owner") people.set(role, await enter(await world.upstream.addUser(ROLES[role].name), role));
  }
});
afterAll(() => world.close());

const forms = Object.entries(CONSOLE_FORMS).map(([id, { path, fields }], turn) => ({ id, turn, path, fields }));
const state = async () => {
  const { rate_limits: _, sessions: __, ...rest } = await databaseState(world.upstream.services.db);
  return rest;
};
const forget = () => world.upstream.services.db.deleteFrom("rate_limits").execute();

test.each(forms)("$id: an auditor, who may only read, changes nothing with any forged form", async (form) => {
  const before = await state();
  // Exports, which readers of the log may do, only add log entries.
  const mayRead = /-export$|desk-seen$|\/(?:verify|sudo)$/.test(form.id);
  for (const send of ["submit", "send"] as const) {
    const answer = await (people.get("auditor") as Reader)[send](form.path, form.fields);
    expect(answer.status, form.id).toBeLessThan(500);
  }
  if (!mayRead) expect(await state()).toEqual(before);
});

describe.each(roles.filter((role) => role !== "owner" && role !== "auditor"))("a form forged by %s", (role) => {
  test.each(forms)("$id is answered, and never breaks the page", async ({ path, fields }) => {
    await forget();
    const answer = await (people.get(role) as Reader).submit(path, fields);
    expect(answer.status).toBeLessThan(500);
  });
});

describe("two identical concurrent requests", () => {
  test.each(forms)("$id: neither request fails", async ({ path, fields }) => {
    await forget();
    const answers = await Promise.all([owner.submit(path, fields), owner.submit(path, fields)]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
  });

  // Once broken, it stays broken.
  test("the audit log stays intact", async () => {
    const token = await staffToken(world.upstream, world.seed.alice);
    expect(await world.upstream.call(auditApi.verify, {}, { token })).toEqual({ broken: null });
  });
});

/** Unusual input: longer than any text may be, all sorts of punctuation, no letters. */
const ODD = [
  "长".repeat(BODY_MAX + 1),
  "\u0000\u202e\ud800<script>'\"--%_\\",
  "９９９９９９９９９９９９９９９９９９９９",
  "-1e309",
];

test.each(forms)(
  "$id: a field with absurd input is refused at the field, or stored as it is",
  async ({ turn, path, fields }) => {
    // A different text for each field, and for the form as a whole, because the same code reads them all.
    for (const [at, name] of Object.keys(fields).entries()) {
      const odd = ODD[(turn + at + 1) % ODD.length] ?? "";
      await forget();
      const answer = await owner.submit(path, { ...fields, [name]: odd });
      expect(answer.status, `${name}: ${odd.slice(0, 20)}`).toBeLessThan(500);
    }
    const odd = ODD[turn % ODD.length] ?? "";
    await forget();
    const all = Object.keys(fields).map((name) => [name, name === "intent" ? (fields[name] ?? "") : odd]);
    const answer = await owner.submit(path, Object.fromEntries(all));
    expect(answer.status, odd.slice(0, 20)).toBeLessThan(500);
  },
);
