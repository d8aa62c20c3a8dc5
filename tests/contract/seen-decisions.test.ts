import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#app/contract/endpoint";
import { endpointRows } from "#upstream/endpoint-table";

/** Nouns of the console whose calls decide on what members wrote or did, or on money. */
const NOUNS = [
  ...["report", "content", "review", "appeal", "user", "profile", "order", "audit", "merge", "rewrite", "version"],
  ...["submission", "right", "code"],
];

/** Decisions that carry what was seen, and the fields: a change since is a conflict. */
const CARRIES: Record<string, string[]> = {
  "report.decide": ["items.version"],
  "content.remove": ["items.version"],
  "content.restore": ["items.version"],
  "review.decide": ["items.version"],
  "review.edit": ["version"],
  "user.sanction": ["seenInForce"],
  "user.sanctionEach": ["seenInForce"],
  "user.liftEach": ["seenInForce"],
  "profile.review": ["items.updatedAt", "items.reviewedAt"],
  "order.refund": ["seenRefunds"],
  "order.approveRefund": ["refundNo"],
  "order.withdrawRefund": ["refundNo"],
  "order.setRefundLimit": ["version"],
  "rewrite.put": ["version"],
  "version.revert": ["present"],
  "submission.put": ["version"],
};

const NEVER_CHANGES =
  "names one decision that never changes, and is refused once it was decided on, undone or has ended";
const CLAIM = "claims an item, and changes nothing of it";
const READS = "only reads, and is logged";

/** Decisions that carry nothing, and why no harm follows. */
const CARRIES_NOTHING: Record<string, string> = {
  "report.claim": CLAIM,
  "review.claim": CLAIM,
  "appeal.claim": CLAIM,
  "appeal.decide": NEVER_CHANGES,
  "user.lift": NEVER_CHANGES,
  "right.revoke": NEVER_CHANGES,
  "report.undo": NEVER_CHANGES,
  "content.undo": NEVER_CHANGES,
  "review.undo": NEVER_CHANGES,
  "user.undoSanctions": NEVER_CHANGES,
  "audit.undo": NEVER_CHANGES,
  "audit.undoTogether": NEVER_CHANGES,
  "user.purge": "is about a person as a whole, whatever else they wrote since; it is undone as a whole",
  "user.endSessions": "ends all sessions, which is what it says",
  "merge.questions": "moves what is below a question, and is undone row by row",
  "rewrite.sort": "adds and removes tags, and leaves everything else as it is",
  "code.void": "voids a batch or a code, whose content never changes",
  "code.restore": "makes them valid again",
  "submission.remove": "names answers that never change",
  "right.grant": "adds a right",
  "right.import": "adds rights",
  "code.add": "adds a batch",
  "order.query": "asks WeChat Pay, and records what it says",
  "user.reveal": READS,
  "audit.export": READS,
  "order.export": READS,
  "submission.export": READS,
  "right.check": READS,
};

const decisions = new Map<string, Endpoint>(
  endpointRows().flatMap(({ name, endpoint }) => {
    const [root, noun = "", call = ""] = name.split(".");
    const isDecision = root === "admin" && NOUNS.includes(noun) && endpoint.method !== "GET";
    return isDecision ? [[`${noun}.${call}`, endpoint] as const] : [];
  }),
);

test("each decision of staff is in one of the tables", () => {
  expect([...Object.keys(CARRIES), ...Object.keys(CARRIES_NOTHING)].sort()).toEqual([...decisions.keys()].sort());
});

type Schema = { properties?: Record<string, Schema>; items?: Schema; allOf?: Schema[] };

test.each(Object.entries(CARRIES))("%s carries what was seen", (name, fields) => {
  const body = decisions.get(name)?.body;
  if (!body) throw new Error(`${name} has no body`);
  const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as Schema;
  for (const field of fields) {
    const [first = "", second] = field.split(".");
    const at = schema.properties?.[first];
    expect([field, second ? at?.items?.properties?.[second] : at]).toEqual([field, expect.anything()]);
  }
});
