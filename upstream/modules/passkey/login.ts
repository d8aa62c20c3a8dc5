import type { z } from "zod";
import type { Assertion, PasskeyOptions } from "#app/contract/people/passkey";
import type { loginData } from "#app/contract/people/user";
import { type Call, callerOf } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { transact } from "#upstream/db/transact";
import { logIn } from "#upstream/modules/user/login";
import { consumeLimits, networkOf } from "#upstream/policy/limits";
import type { RelyingParty } from "#upstream/policy/relying-party";
import { issueChallenge } from "./challenge";
import { takeAssertion } from "./take-assertion";

const refusedWith = (call: Call) => `通行密钥没有通过验证，请再试一次，或改用${call.sms ? "短信验证码" : "密码"}登录`;

const count = (call: Call, limit: "passkeyAddress" | "passkeyOffers") =>
  consumeLimits(call.db, call, [{ limit, subject: networkOf(call.client.ip) }]);

/** Options for a login with any passkey of this site; the person is not known yet. */
export async function beginLogin(call: Call, party: RelyingParty): Promise<PasskeyOptions> {
  await count(call, "passkeyOffers");
  const challenge = await issueChallenge(call, "passkey-login", {});
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({ rpID: party.id, challenge, userVerification: "required" });
  return { ...options };
}

/**
 * Logs in with a passkey. Unknown, removed and invalid passkeys get the same reply.
 * @throws BusinessError LOGIN_FAILED, RATE_LIMITED, FORBIDDEN for banned members
 */
export async function loginByPasskey(
  call: Call,
  party: RelyingParty,
  credential: Assertion,
): Promise<z.input<typeof loginData>> {
  await count(call, "passkeyAddress");
  const taken = await takeAssertion(call, party, { ceremony: "passkey-login", credential });
  if (!taken) throw refusal(call);
  return transact(call.db, async (trx) => {
    if (!(await taken.count(trx))) throw refusal(call);
    const { registration_pending } = await trx
      .selectFrom("users")
      .select("registration_pending")
      .where("id", "=", taken.userId)
      .executeTakeFirstOrThrow();
    return logIn(trx, call, taken.userId, { isNew: registration_pending === 1, method: "passkey" });
  });
}

function refusal(call: Call): BusinessError {
  call.noteSecurity("login_failed", { ...callerOf(call), method: "passkey" });
  return new BusinessError("LOGIN_FAILED", refusedWith(call));
}
