import { randomBytes } from "node:crypto";
import type { AuthenticatorTransport } from "@simplewebauthn/server";
import type { Insertable } from "kysely";
import { PASSKEYS_MAX } from "#app/contract/limits";
import type { NewCredential, Passkey, PasskeyOptions } from "#app/contract/people/passkey";
import { type MembersCall, nowIso } from "#upstream/call/context";
import { BusinessError, found } from "#upstream/call/errors";
import type { Db } from "#upstream/db/dialect";
import { isUniqueViolation } from "#upstream/db/dialect";
import { fromJson, toBit, toJson } from "#upstream/db/schema/columns";
import type { PasskeysTable } from "#upstream/db/schema/passkeys";
import { transact } from "#upstream/db/transact";
import { readSetting } from "#upstream/modules/config/settings";
import { noteCredentialChange } from "#upstream/modules/user/change-credential";
import { findAccount } from "#upstream/modules/user/queries";
import { holdOwnAccount } from "#upstream/policy/hold-account";
import type { RelyingParty } from "#upstream/policy/relying-party";
import { issueChallenge, redeemChallenge } from "./challenge";
import { notifyPasskeyChange, passkeysOf, passkeyView } from "./passkeys";

const HANDLE_BYTES = 32;
/** COSE algorithms: Ed25519, ECDSA on P-256, RSA with SHA-256. */
const ALGORITHMS = [-8, -7, -257];
const FAILED = "没有添加成功，请重新开始";
const TOO_MANY = `最多 ${PASSKEYS_MAX} 个通行密钥，请先移除不用的`;

/** State stored with the challenge of an addition: the session it began in, and the person's user handle. */
type Begun = { userId: number; session: string; handle: string };

/** Options for creating a passkey, excluding devices that already have one of this person's. */
export async function beginAdding(call: MembersCall, party: RelyingParty): Promise<PasskeyOptions> {
  const { userId, tokenHash } = call.viewer;
  const [kept, account, { name }] = await Promise.all([
    passkeysOf(call.db, userId),
    findAccount(call.db, userId),
    readSetting(call, "logo"),
  ]);
  if (kept.length >= PASSKEYS_MAX) throw new BusinessError("CONFLICT", TOO_MANY);
  const { author_nickname: nickname } = found(account);
  const handle = kept[0]?.user_handle ?? randomBytes(HANDLE_BYTES).toString("base64url");
  const begun: Begun = { userId, session: tokenHash, handle };
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: party.id,
    userName: nickname,
    userID: new Uint8Array(Buffer.from(handle, "base64url")),
    challenge: await issueChallenge(call, "passkey-add", begun),
    attestationType: "none",
    excludeCredentials: kept.map((row) => ({
      id: row.credential_id,
      transports: fromJson<AuthenticatorTransport[]>(row.transports),
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/**
 * Stores a passkey created for a challenge of this session, and notifies the owner, in case it was not them.
 * @throws BusinessError FORBIDDEN if it was not signed for this challenge; CONFLICT if it exists already, or there are
 * too many
 */
export async function finishAdding(
  call: MembersCall,
  { id: rpId, origin }: RelyingParty,
  { credential, name }: { credential: NewCredential; name: string },
): Promise<Passkey> {
  const { userId, tokenHash } = call.viewer;
  const { response } = credential;
  const begun = await redeemChallenge<Begun>(call.db, call, "passkey-add", response.clientDataJSON);
  if (begun?.payload.userId !== userId || begun.payload.session !== tokenHash) {
    throw new BusinessError("FORBIDDEN", FAILED);
  }
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response: {
      id: credential.id,
      rawId: credential.rawId,
      type: credential.type,
      clientExtensionResults: {},
      response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
    },
    expectedChallenge: begun.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw new BusinessError("FORBIDDEN", FAILED);
  const { credential: made, credentialBackedUp } = verified.registrationInfo;
  const row = {
    user_id: userId,
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey).toString("base64url"),
    user_handle: begun.payload.handle,
    counter: made.counter,
    transports: toJson(response.transports),
    synced: toBit(credentialBackedUp),
    name,
    created_at: nowIso(call),
  };
  const added = await transact(call.db, (trx) => keep(trx, call, row)).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new BusinessError("CONFLICT", "这个通行密钥已经添加过了");
    throw error;
  });
  noteCredentialChange(call, userId, "passkey-added");
  return added;
}

async function keep(trx: Db, call: MembersCall, row: Insertable<PasskeysTable>): Promise<Passkey> {
  // Serializes concurrent additions.
  await holdOwnAccount(trx, row.user_id);
  if ((await passkeysOf(trx, row.user_id)).length >= PASSKEYS_MAX) throw new BusinessError("CONFLICT", TOO_MANY);
  const added = await trx.insertInto("passkeys").values(row).returningAll().executeTakeFirstOrThrow();
  await notifyPasskeyChange(trx, call, { added: true, name: row.name });
  return passkeyView(added);
}
