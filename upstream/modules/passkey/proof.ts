import type { Assertion, PasskeyOptions } from "#app/contract/people/passkey";
import type { MembersCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { consumeLimits } from "#upstream/policy/limits";
import type { RelyingParty } from "#upstream/policy/relying-party";
import { issueChallenge } from "./challenge";
import { passkeysOf } from "./passkeys";
import { takeAssertion } from "./take-assertion";

/** Options for verification with one of the caller's passkeys. @throws BusinessError NOT_FOUND if they have none */
export async function beginProof(call: MembersCall, party: RelyingParty): Promise<PasskeyOptions> {
  const { userId } = call.viewer;
  const kept = await passkeysOf(call.db, userId);
  if (kept.length === 0) throw new BusinessError("NOT_FOUND", "你的账号还没有通行密钥");
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    challenge: await issueChallenge(call, "passkey-proof", { userId }),
    allowCredentials: kept.map((row) => ({ id: row.credential_id })),
    userVerification: "required",
  });
  return { ...options };
}

/**
 * Verifies the caller with a passkey. @returns the function that counts its use, to call in the transaction it
 * authorizes
 * @throws BusinessError FORBIDDEN, RATE_LIMITED
 */
export async function takeProof(
  call: MembersCall,
  party: RelyingParty,
  credential: Assertion,
): Promise<(trx: Db) => Promise<void>> {
  const { userId } = call.viewer;
  await consumeLimits(call.db, call, [{ limit: "passkeyHour", subject: userId }]);
  const taken = await takeAssertion(call, party, { ceremony: "passkey-proof", credential, owner: userId });
  if (!taken) throw refused();
  return async (trx) => {
    if (!(await taken.count(trx))) throw refused();
  };
}

const refused = () => new BusinessError("FORBIDDEN", "通行密钥没有通过验证，请再试一次");
