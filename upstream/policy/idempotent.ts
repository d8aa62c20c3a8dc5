import { createHash } from "node:crypto";
import { DAY } from "#runtime/time-units";
import type { Call } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toJson } from "#upstream/db/schema/columns";
import { networkOf } from "./limits";

/** Milliseconds for which it is remembered what became of a form. */
const REMEMBERED = DAY;

type Outcome<T> = { code: "SUCCESS"; data: T } | { code: "CONTENT_HELD"; data?: { id: number } };

/** Notes what becomes of a submission, as the last thing in the transaction that does it. */
export type RecordOutcome<T> = (trx: Db, outcome: Outcome<T>) => Promise<void>;

/** Sent again while the first was under way; undoes what the second has done so far. */
class DuplicateSubmission extends Error {}

/**
 * Does `work` once for each `idempotencyKey` of a sender: whoever sends a form a second time (pressed twice, loaded
 * again, sent again because no answer came) gets what the first was answered. Without a key it is simply done.
 * A sender is a person, or the network of whoever is not logged in: others there would have to know the key, which
 * nobody can guess, and all that was sent under it.
 * @param body what was sent; a pass of the captcha is of one try, and does not count; `work` calls `note` in its transaction
 * @throws BusinessError ALREADY_SUBMITTED, with the first's answer to a person, when something else was sent under the key;
 * whatever `work` throws, which is not remembered
 */
export async function idempotent<
  B extends { idempotencyKey?: string | undefined; captchaVerification?: string | undefined },
  T,
>(
  call: Call,
  { idempotencyKey: key, captchaVerification: _, ...body }: B,
  work: (body: Omit<B, "idempotencyKey" | "captchaVerification">, note: RecordOutcome<T>) => Promise<T>,
): Promise<T> {
  if (key === undefined) return work(body, async () => {});
  const bodyHash = createHash("sha256").update(toJson(body)).digest("base64url");
  const earlier = await outcomeOf<T>(call, key, bodyHash);
  if (earlier) return resultOf(earlier);
  try {
    return await work(body, async (trx, outcome) => {
      const expires_at = new Date(call.clock().getTime() + REMEMBERED).toISOString();
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("submissions")
        .values({ sender: senderOf(call), key, body_hash: bodyHash, result: toJson(outcome), expires_at })
        .onConflict((conflict) => conflict.columns(["sender", "key"]).doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) throw new DuplicateSubmission();
    });
  } catch (error) {
    // Done meanwhile by the first; that may be what refused the second.
    const meanwhile = await outcomeOf<T>(call, key, bodyHash);
    if (meanwhile) return resultOf(meanwhile);
    throw error;
  }
}

const senderOf = ({ viewer, client }: Call): string =>
  viewer ? `user/${viewer.userId}` : `network/${networkOf(client.ip)}`;

async function outcomeOf<T>(call: Call, key: string, bodyHash: string): Promise<Outcome<T> | null> {
  const row = await call.db
    .selectFrom("submissions")
    .select(["body_hash", "result"])
    .where("sender", "=", senderOf(call))
    .where("key", "=", key)
    .executeTakeFirst();
  if (!row) return null;
  const outcome = fromJson<Outcome<T>>(row.result);
  if (row.body_hash === bodyHash) return outcome;
  throw new BusinessError(
    "ALREADY_SUBMITTED",
    undefined,
    call.viewer && outcome.code === "SUCCESS" ? outcome.data : null,
  );
}

function resultOf<T>(outcome: Outcome<T>): T {
  if (outcome.code === "CONTENT_HELD") throw new BusinessError("CONTENT_HELD", undefined, outcome.data);
  return outcome.data;
}
