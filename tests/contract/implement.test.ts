import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { endpoint } from "#app/contract/endpoint";
import { createTestUpstream, type TestUpstream } from "#tests/upstream/support/harness";
import type { Call, MembersCall, Viewer } from "#upstream/call/context";
import { type Handlers, implement, notImplemented } from "#upstream/call/implement";
import { createSharedParts } from "#upstream/call/shared-parts";
import { createSharedReplies } from "#upstream/call/shared-replies";
import { type Shown, show, showPage } from "#upstream/call/shown";
import { collectUndos, type Undos, undo } from "#upstream/call/undo";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { responders } from "#upstream/http/respond";
import type { implementations } from "#upstream/modules";

const scratchApi = {
  look: endpoint({ method: "GET", path: "/api/scratch", summary: "看", data: z.number() }),
  keep: endpoint({ method: "POST", path: "/api/scratch", auth: "user", summary: "存", data: z.null() }),
  read: endpoint({ method: "GET", path: "/api/scratch/read", auth: "profile", summary: "读", data: z.null() }),
};
type Scratch = Handlers<typeof scratchApi>;

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await createTestUpstream();
});
afterAll(() => upstream.close());

test("a handler has a viewer if its endpoint requires a login", () => {
  expectTypeOf<Parameters<Scratch["look"]>[1]["viewer"]>().toEqualTypeOf<Viewer | null>();
  expectTypeOf<Parameters<Scratch["keep"]>[1]["viewer"]>().toEqualTypeOf<Viewer>();
  expectTypeOf<Parameters<Scratch["read"]>[1]["viewer"]>().toEqualTypeOf<Viewer>();
  expectTypeOf<MembersCall>().toExtend<Call>();
  expectTypeOf<Call>().not.toExtend<MembersCall>();
});

test("a missing handler, or a missing noun, does not compile", async () => {
  type Incomplete = Omit<Scratch, "read">;
  expectTypeOf<Incomplete>().not.toExtend<Scratch>();
  type Site = (typeof implementations)["site"];
  expectTypeOf<Omit<Site, "article">>().not.toExtend<Site>();

  const refused = { ...scratchApi, read: scratchApi.look };
  const scratch = implement(refused, { look: async () => 1, keep: notImplemented, read: notImplemented });
  const { versions } = upstream.services;
  const replies = createSharedReplies({ versions, check: true });
  const parts = createSharedParts({ versions, check: true });
  const call = { params: {}, query: {}, header: () => null, text: async () => "", memo: null };
  const answers = await Promise.all(
    responders(upstream.services, scratch, replies, parts).map(({ respond }) => respond(call)),
  );
  expect(answers.map((reply) => "code" in reply && reply.code)).toEqual(["SUCCESS", "NOT_LOGIN", "NOT_IMPLEMENTED"]);
});

test("only existing version keys compile", () => {
  expectTypeOf<"question/12">().toExtend<VersionKey>();
  expectTypeOf<"zhiku-offers">().toExtend<VersionKey>();
  expectTypeOf<"questoin/12">().not.toExtend<VersionKey>();
  expectTypeOf<"question/null">().not.toExtend<VersionKey>();
  expectTypeOf<string>().not.toExtend<VersionKey>();
  expect(keysOf("user", [7, null, 8])).toEqual(["user/7", "user/8"]);
});

test("a view's result becomes data only when its version keys are recorded", () => {
  expectTypeOf<Shown<{ id: number }>>().not.toExtend<{ id: number }>();
  const noted: VersionKey[] = [];
  const call = { dependsOn: (...keys: VersionKey[]) => void noted.push(...keys) };
  const view = (id: number): Shown<number> => ({ data: id, keys: keysOf("article", [id]) });
  expect(show(call, view(1))).toBe(1);
  const page = showPage(call, { page: 2, pageSize: 2 }, { total: 5, rows: [3, 4] }, view);
  expect(page).toEqual({ list: [3, 4], total: 5, page: 2, pageSize: 2 });
  expect(noted).toEqual(["article/1", "article/3", "article/4"]);
});

test("several nouns may undo an action in the same way, not in different ones", () => {
  const [one, other] = [undo(async () => {}), undo(async () => {})];
  const nouns: { undos: Undos }[] = [
    { undos: { "draft.put": one, "draft.add": other } },
    { undos: { "draft.put": one } },
  ];
  expect([...collectUndos(nouns)]).toEqual([
    ["draft.put", one],
    ["draft.add", other],
  ]);
  expect(() => collectUndos([...nouns, { undos: { "draft.put": other } }])).toThrow("draft.put is undone in two ways");
});
