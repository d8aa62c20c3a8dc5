import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole, holdForConsole } from "#tests/upstream/support/staff";
import { createWorld, type Reader, type World } from "#tests/world/world";
import { CONSOLE_FORMS } from "./console-forms";

/** In the format of a token, but unknown. */
const DEAD = "x".repeat(43);
const NOTHING = /^$/;

let world: World;
let owner: Reader;
let token: string;
/** Calls without a response. */
let silent = NOTHING;
beforeAll(async () => {
  world = await createWorld();
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = async (name, request) => {
    if (silent.test(name)) throw new Error("nobody answers");
    return ask(name, request);
  };
  await giveRole(world.upstream, world.seed.alice, "owner");
  owner = await world.as(world.seed.alice);
  token = owner.cookies.get("token") ?? "";
  await holdForConsole(world.upstream, token);
});
afterAll(() => world.close());

const typedForms = Object.entries(CONSOLE_FORMS).flatMap(([id, { path, fields, typed }]) =>
  typed === null ? [] : [{ id, path, fields, typed }],
);

describe.each([
  { when: "the login has ended", cookie: DEAD, broken: NOTHING, status: 401 },
  { when: "what changes something is not answered", broken: /^(?!GET )\S+ .*\/admin\//, status: 503 },
  { when: "the upstream does not answer at all", broken: /./, status: 503 },
])("when $when", ({ cookie, broken, status }) => {
  test.each(typedForms)("$id returns its input", async ({ path, fields, typed }) => {
    owner.cookies.set("token", cookie ?? token);
    silent = broken;
    const plain = await owner.submit(path, fields);
    expect([plain.status, plain.location]).toEqual([status, null]);
    expect(plain.text).toContain(typed);
    expect(plain.text).toContain(status === 401 ? "在新窗口登录" : "网络");

    // Scripts keep their page if the response is a refusal without a redirect.
    owner.cookies.set("token", cookie ?? token);
    const scripted = await owner.send(path, fields);
    expect([scripted.status, scripted.redirect]).toEqual([status, null]);
  });
});
