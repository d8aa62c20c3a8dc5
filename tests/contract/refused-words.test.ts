import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { proposalApi } from "#app/contract/writing/proposal";
import { CallError } from "#tests/upstream/support/harness";
import { endpointRows } from "#upstream/endpoint-table";
import { ACCESS } from "./access";
import { type AccessWorld, createAccessWorld } from "./access-world";
import { type SampleInput, sampleInput } from "./sample-input";

const WORD = "违禁样例词";
const TEXT = `一句带${WORD}的话`;

/** Fields of bodies that hold words which others read. */
const TEXTS = [
  ...["title", "content", "tags", "text", "reason", "answer", "name"],
  ...["nickname", "headline", "bio", "company", "city"],
];
/** Other fields with texts: secrets and proofs, addresses, keys, and times. */
const NO_WORDS = [
  ...[
    "code",
    "currentCode",
    "password",
    "oldPassword",
    "newPassword",
    "proof",
    "ticket",
    "token",
    "state",
    "credential",
  ],
  ...["clientUid", "pointJson", "captchaVerification", "phone", "address", "url", "avatar", "coverUrl", "anchor"],
  ...["id", "key", "target", "draft", "orderNo", "idempotencyKey", "file", "fileName", "contentType", "fault", "q"],
  ...["createdAt", "knownAt", "knownDraftAt", "asOf"],
];

/** Calls with such fields whose words only their author or staff read, or nobody. */
const UNREAD = {
  "zhiku.user.update": "a professional's profile, which staff check",
  "site.form.submit": "answers to the operator",
  "ext.appeal.send": "to staff",
  "ext.appeal.sendBanned": "to staff",
  "ext.draft.put": "read by its author alone",
  "ext.preview.render": "read by its author alone",
  "ext.passkey.add": "the name of a key in one's own list",
  "ext.passkey.rename": "the name of a key in one's own list",
  "ext.following.addTag": "the name of an existing tag",
  "ext.following.cancelTag": "the name of an existing tag",
  "ext.report.add": "one of the reasons of the house's rules",
  "ext.setup.claim": "the first owner's name, before there is a list of words",
};

/** Writes of members and visitors, with the fields that hold words. */
const calls = endpointRows()
  .filter(({ method, auth, implemented }) => method !== "GET" && auth !== "staff" && implemented)
  .map((row) => ({ ...row, fields: TEXTS.filter((field) => field in bodyOf(row.endpoint.body)) }))
  .filter(({ name, fields }) => fields.length > 0 && !(name in UNREAD));

type Field = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Field;
  properties?: Record<string, Field>;
  additionalProperties?: Field | boolean;
  anyOf?: Field[];
};

function bodyOf(body: z.ZodType | undefined): Record<string, Field> {
  const schema = body && z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return (schema?.properties ?? {}) as Record<string, Field>;
}

/** Inputs beside those of `ACCESS`, for calls that those don't lead to the check. */
const INPUTS: Record<string, (world: AccessWorld) => Promise<SampleInput>> = {
  "ext.review.put": async ({ upstream: { services }, people, fresh }) => {
    const sent = { title: "一个足够长的标题", content: "正文", tags: [] };
    const stored = JSON.stringify({ ...sent, version: 1, reason: "" });
    const { id } = await services.db
      .insertInto("reviews")
      .values({
        kind: "article",
        author_id: people.owner,
        word: "词",
        target_id: await fresh.article(),
        fields: stored,
        created_at: "2026-05-01T00:00:00Z",
        decided_at: null,
        published_id: null,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { body: { id, version: 1, baseVersion: 1, ...sent } };
  },
  "ext.proposal.take": proposed,
  "ext.proposal.decline": proposed,
};
/** Callers other than the owner, who can't suggest a change of the own text. */
const CALLERS: Record<string, "other"> = { "ext.proposal.send": "other" };

/** A suggestion for a text of the owner's. */
async function proposed(world: AccessWorld): Promise<SampleInput> {
  const { id } = await world.upstream.call(
    proposalApi.send,
    (await ACCESS["ext.proposal.send"]?.input?.(world)) as never,
    {
      token: (await world.tokenOf("other")) ?? "",
    },
  );
  const { createdAt } = await world.upstream.call(proposalApi.get, { params: { id } }, { as: world.people.owner });
  return { body: { id, createdAt } };
}

let world: AccessWorld;
beforeEach(async () => {
  world = await createAccessWorld();
  const row = { word: WORD, word_key: WORD, action: "reject" as const, created_at: "2026-05-01T00:00:00Z" };
  await world.upstream.services.db.insertInto("words").values(row).execute();
});
afterEach(() => world.close());

test("each call that shows others a member's words refuses a forbidden one, in each of its fields", async () => {
  const passed: string[] = [];
  for (const { name, endpoint, fields } of calls) {
    for (const field of fields) {
      await world.forgetLimits();
      const input = { ...sampleInput(endpoint), ...(await (INPUTS[name] ?? ACCESS[name]?.input)?.(world)) };
      const value = bodyOf(endpoint.body)[field]?.type === "array" ? [TEXT] : TEXT;
      const token = (await world.tokenOf(CALLERS[name] ?? "owner")) ?? "";
      const body = { ...input.body, [field]: value };
      const code = await world.upstream.call(endpoint, { ...input, body } as never, { token }).then(
        () => "SUCCESS",
        (error: unknown) => {
          if (error instanceof CallError) return error.code;
          throw error;
        },
      );
      if (code !== "CONTENT_REJECTED") passed.push(`${name} ${field}: ${code}`);
    }
  }
  expect(passed).toEqual([]);
});

test("every other text of a member's or visitor's call is known to be no words that others read", () => {
  const strange = new Set<string>();
  const rows = endpointRows().filter(({ method, auth }) => method !== "GET" && auth !== "staff");
  for (const { name, endpoint } of rows) {
    if (name in UNREAD) continue;
    for (const [field, schema] of Object.entries(bodyOf(endpoint.body)))
      if (holdsText(schema) && !TEXTS.includes(field) && !NO_WORDS.includes(field)) strange.add(`${name} ${field}`);
  }
  expect([...strange]).toEqual([]);
  const names = new Set(rows.map(({ name }) => name));
  expect([UNREAD, INPUTS, CALLERS].flatMap(Object.keys).filter((name) => !names.has(name))).toEqual([]);
});

/** Whether a field has free text, on its own, in a list or in an object. */
function holdsText({
  type,
  enum: choices,
  const: constant,
  items,
  properties,
  additionalProperties,
  anyOf = [],
}: Field): boolean {
  if (choices !== undefined || constant !== undefined) return false;
  const parts = [items, ...Object.values(properties ?? {}), additionalProperties, ...anyOf];
  return [type].flat().includes("string") || parts.some((part) => typeof part === "object" && holdsText(part));
}
