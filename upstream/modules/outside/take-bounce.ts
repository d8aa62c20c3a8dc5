import type { Services } from "#upstream/call/context";
import { personMergedInto } from "#upstream/modules/merge-people/person-merged-into";
import { FAKE_BOUNCES } from "#upstream/services/mail/fake-smtp";
import { type Bounce, readBounce } from "#upstream/services/mail/read-bounce";
import { tokensIn } from "#upstream/services/mail/return-token";
import { isReturnToken, memberOfToken } from "./return-token";
import { stopReached } from "./send-turn";

/** Result of a bounced letter. `unknown`: not one of ours, or to a former address. */
export type TakenBounce = {
  outcome: "stopped" | "known" | "unknown" | Exclude<Bounce["verdict"], "permanent">;
  status: string;
};

/**
 * Processes a letter that bounced later: if it reports that the address does not exist, sending stops, as for an
 * immediate refusal. Anything else has no effect.
 */
export async function takeBounce(services: Services, raw: Uint8Array, { dryRun = false } = {}): Promise<TakenBounce> {
  const { verdict, status, receivers } = await readBounce(raw);
  if (verdict !== "permanent") return { outcome: verdict, status };
  for (const token of tokensIn(receivers, bounceAddressOf(services))) {
    const sentTo = memberOfToken(token);
    if (sentTo === null) continue;
    // An address moves with its account when that is merged; the token stays signed for the former one.
    const userId = (await personMergedInto(services.db, sentTo)) ?? sentTo;
    const own = await addressOf(services, userId);
    if (!own || !isReturnToken(services, token, { userId: sentTo, address: own.address })) continue;
    if (own.stopped_at !== null) return { outcome: "known", status };
    if (dryRun) return { outcome: "stopped", status };
    const stopped = await stopReached(services, { channel: "mail", user_id: userId, address: own.address });
    services.note("mail_bounced", { status });
    services.figures.count("mail.bounced");
    return { outcome: stopped ? "stopped" : "known", status };
  }
  return { outcome: "unknown", status };
}

/** Address that receives bounces; empty if none is configured. */
export function bounceAddressOf({ config: { mail } }: Pick<Services, "config">): string {
  if (mail.kind === "off") return "";
  return mail.kind === "fake" ? FAKE_BOUNCES : mail.bounces;
}

const addressOf = ({ db }: Services, userId: number) =>
  db.selectFrom("mail_addresses").select(["address", "stopped_at"]).where("user_id", "=", userId).executeTakeFirst();
