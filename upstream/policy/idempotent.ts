import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import { DAY } from "#runtime/time-units";
import { type Call, isoIn } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import type { SubmissionsTable } from "#upstream/db/schema/submissions";
import { networkOf } from "./limits";

/** Milliseconds that a form's outcome is remembered. */
const REMEMBERED = DAY;

type Outcome<T> = { code: "SUCCESS"; data: T } | { code: "CONTENT_HELD"; data?: { id: number } };

/** Records the outcome of a submission; must be the last statement of the transaction. */
export type RecordOutcome<T> = (trx: Db, outcome: Outcome<T>) => Promise<void>;

/** Submitted again while the first submission was running; rolls back what the second has done. */
class DuplicateSubmission extends Error {}

/**
 * Runs `work` once for each `idempotencyKey` of a sender: whoever submits a form again (double click, reload, lost
 * reply) gets the first reply. Without a key, `work` simply runs. A sender is a member, or the network of an anonymous
 * reader: others in that network would have to know the key, which can't be guessed, and everything submitted under it.
 * @param body what was submitted; a captcha pass and the known draft may differ for each try and are ignored. `work`
 * calls `record` in its transaction
 * @throws BusinessError ALREADY_SUBMITTED, with the first reply for members, if something else was submitted under the
 * key; and whatever `work` throws, which is not remembered
 */
export async function idempotent<
  B extends {
    idempotencyKey?: string | undefined;
    captchaVerification?: string | undefined;
    knownDraftAt?: string | null | undefined;
  },
  T,
>(
  call: Call,
  { idempotencyKey: key, captchaVerification: _, knownDraftAt: __, ...body }: B,
  work: (
    body: Omit<B, "idempotencyKey" | "captchaVerification" | "knownDraftAt">,
    record: RecordOutcome<T>,
  ) => Promise<T>,
): Promise<T> {
  if (key === undefined) return work(body, async () => {});
  const bodyHash = createHash("sha256").update(toJson(body)).digest("base64url");
  const earlier = await outcomeOf<T>(call, key, bodyHash);
  if (earlier) return resultOf(earlier);
  try {
    return await work(body, async (trx, outcome) => {
      const expires_at = isoIn(call, REMEMBERED);
      const row = { sender: senderOf(call), key, body_hash: bodyHash, result: toJson(outcome), expires_at };
      const recorded = await recordOnce(trx, row);
      if (recorded.length === 0) throw new DuplicateSubmission();
    });
  } catch (error) {
    // The first submission has finished meanwhile; that may be why the second was refused.
    const meanwhile = await outcomeOf<T>(call, key, bodyHash);
    if (meanwhile) return resultOf(meanwhile);
    throw error;
  }
}

/** Stores an outcome; returns no row if there is one already. */
const recordOnce = compiledQuery((db, row: Insertable<SubmissionsTable>) =>
  db
    .insertInto("submissions")
    .values(row)
    .onConflict((conflict) => conflict.columns(["sender", "key"]).doNothing())
    .returning("key"),
);

const senderOf = ({ viewer, client }: Call): string =>
  viewer ? `user/${viewer.userId}` : `network/${networkOf(client.ip)}`;

async function outcomeOf<T>(call: Call, key: string, bodyHash: string): Promise<Outcome<T> | null> {
  const [row] = await submissionOf(call.db, { sender: senderOf(call), key });
  if (!row) return null;
  const outcome = fromJson<Outcome<T>>(row.result);
  if (row.body_hash === bodyHash) return outcome;
  throw new BusinessError(
    "ALREADY_SUBMITTED",
    undefined,
    call.viewer && outcome.code === "SUCCESS" ? outcome.data : null,
  );
}

const submissionOf = compiledQuery((db, { sender, key }: { sender: string; key: string }) =>
  db.selectFrom("submissions").select(["body_hash", "result"]).where("sender", "=", sender).where("key", "=", key),
);

function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.code === "CONTENT_HELD") throw new BusinessError("CONTENT_HELD", undefined, outcome.data);
  return outcome.data;
}
