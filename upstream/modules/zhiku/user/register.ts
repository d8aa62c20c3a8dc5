import type { z } from "zod";
import type { zhikuUserApi } from "#app/contract/zhiku/user";
import type { Call } from "#upstream/call/context";
import { storedPhone } from "#upstream/modules/sms/codes";
import { loginByCode } from "#upstream/modules/user/login";
import { newPasswordHash } from "#upstream/modules/user/password";

/**
 * Registers a phone number and logs its owner in, with a password if given. For an existing account it only logs in: a
 * code does not authorize replacing a password.
 * @throws BusinessError SMS_CODE_WRONG, INVALID_PARAMS if the password is too common, RATE_LIMITED
 */
export async function register(call: Call, { phone, code, password }: z.output<typeof zhikuUserApi.register.body>) {
  const hash =
    password === undefined
      ? null
      : await newPasswordHash(call, { password, phone: storedPhone(phone), field: "password" });
  const login = await loginByCode(call, { phone, code });
  if (hash !== null && login.isNew) {
    await call.db
      .updateTable("users")
      .set({ password_hash: hash })
      .where("id", "=", login.userId)
      .where("registration_pending", "=", 1)
      .where("password_hash", "is", null)
      .execute();
  }
  return login;
}
