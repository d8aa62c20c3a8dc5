import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { zhikuProfileFields } from "#app/contract/zhiku/profile";
import { createWorld, type Reader, type World } from "#tests/world/world";

let world: World;
let member: Reader;
/** Change to the profile as the upstream replies with it. */
let change: (profile: Record<string, unknown>) => void = () => {};
beforeAll(async () => {
  world = await createWorld();
  member = await world.as(world.seed.alice);
  const { program } = world.upstream;
  const ask = program.call.bind(program);
  program.call = (async (name, request) => {
    const reply = await ask(name, request);
    if (name !== "GET /api/pro/user") return reply;
    const data = structuredClone(reply.data) as Record<string, unknown>;
    change(data);
    return { ...reply, data, valid: false };
  }) as typeof ask;
});
afterAll(() => world.close());

test("the profile of the seed is filled in", async () => {
  change = () => {};
  expect((await member.get("/zhiku/search?q=留存")).status).toBe(200);
});

describe.each(Object.keys(zhikuProfileFields.shape))("%s, not filled in", (field) => {
  test.each([
    ["null", (profile: Record<string, unknown>) => void Object.assign(profile, { [field]: null })],
    ["missing", (profile: Record<string, unknown>) => void delete profile[field]],
  ])("is %s with other upstreams, and asked for", async (_, made) => {
    change = made;
    const search = await member.get("/zhiku/search?q=留存");
    expect([search.status, search.location?.split("?")[0]]).toEqual([302, "/zhiku/error/401"]);
    const form = await member.get("/zhiku/profile");
    expect(form.status).toBe(200);
    const [input = ""] = new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(form.text) ?? [];
    expect(input).not.toMatch(/value="[^"]/);
  });
});

test.each([null, undefined])("a rejection without a reason (%s) is shown without one", async (reason) => {
  change = (profile) => void Object.assign(profile, { rejected: 1, rejectReason: reason });
  expect((await member.get("/zhiku/search?q=留存")).location).toMatch(/^\/zhiku\/error\/401/);
  const { status, text } = await member.get("/zhiku/profile");
  expect(status).toBe(200);
  expect(text.replace(/<script.*?<\/script>/gs, "")).not.toMatch(/>[^<]*(?:null|undefined)/);
});
