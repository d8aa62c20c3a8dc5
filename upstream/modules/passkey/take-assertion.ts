import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { Assertion } from "#app/contract/people/passkey";
import { type Call, nowIso } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { fromJson, toBit } from "#upstream/db/schema/columns";
import type { RelyingParty } from "#upstream/policy/relying-party";
import { type Ceremony, redeemChallenge } from "./challenge";

/** A valid assertion: its owner, and the counter update to write with what it authorizes. */
export type Taken = {
  userId: number;
  /** @returns false if a concurrent use of the same passkey came first */
  count: (trx: Db) => Promise<boolean>;
};

/**
 * Verifies that a known authenticator signed the challenge of this ceremony with its owner present and verified
 * (fingerprint, face or PIN). The challenge is used up whatever the outcome. A signature counter must have increased;
 * otherwise the authenticator may be a copy.
 * @param owner required owner, if known
 */
export async function takeAssertion(
  call: Call,
  { id: rpId, origin }: RelyingParty,
  { ceremony, credential, owner }: { ceremony: Ceremony; credential: Assertion; owner?: number },
): Promise<Taken | null> {
  const { db } = call;
  const { response } = credential;
  const signed = await redeemChallenge<{ userId?: number }>(db, call, ceremony, response.clientDataJSON);
  if (!signed || signed.payload.userId !== owner) return null;
  const kept = await db
    .selectFrom("passkeys")
    .selectAll()
    .where("credential_id", "=", credential.id)
    .executeTakeFirst();
  if (!kept || (owner !== undefined && kept.user_id !== owner)) return null;
  if (response.userHandle && response.userHandle !== kept.user_handle) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyAuthenticationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: {
        clientDataJSON: response.clientDataJSON,
        authenticatorData: response.authenticatorData,
        signature: response.signature,
      },
    },
    expectedChallenge: signed.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: kept.credential_id,
      publicKey: new Uint8Array(Buffer.from(kept.public_key, "base64url")),
      counter: kept.counter,
      transports: fromJson<AuthenticatorTransport[]>(kept.transports),
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const count = async (trx: Db) => {
    const { numUpdatedRows } = await trx
      .updateTable("passkeys")
      .set({ counter: newCounter, synced: toBit(credentialBackedUp), last_used_at: nowIso(call) })
      .where("id", "=", kept.id)
      .where("counter", "=", kept.counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };
  return { userId: kept.user_id, count };
}
