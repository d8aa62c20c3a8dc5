import type { Services } from "#upstream/call/context";
import { BusinessError, invalid } from "#upstream/call/errors";
import { isCommonPassword } from "#upstream/services/password/common-passwords";
import { hashPassword, verifyPassword } from "#upstream/services/password/hash-password";
import { BusyError } from "#upstream/services/storage/gate";
import { localPhone } from "./view";

/**
 * The hash of a password that somebody chose.
 * @throws BusinessError INVALID_PARAMS by its `field` when it is a common one; RATE_LIMITED when too many wait
 */
export async function newPasswordHash(
  { config }: Pick<Services, "config">,
  { password, phone, name = "", field }: { password: string; phone: string | null; name?: string; field: string },
): Promise<string> {
  if (isCommonPassword(password, { phone: localPhone(phone), name }))
    throw invalid({ [field]: "这个密码太常见了，请换一个" });
  return hashPassword(password, config.passwordCost).catch(busy);
}

/** Whether this is the password; as much work without a hash as with one. @throws BusinessError RATE_LIMITED */
export const isPassword = (
  { config }: Pick<Services, "config">,
  password: string,
  hash: string | null,
): Promise<boolean> => verifyPassword(password, hash, config.passwordCost).catch(busy);

function busy(error: unknown): never {
  throw error instanceof BusyError ? new BusinessError("RATE_LIMITED", undefined, { retryAfter: 1 }) : error;
}
