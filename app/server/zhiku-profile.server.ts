import { NO_PROFILE, type ZhikuProfile } from "#app/contract/zhiku/profile";
import { zhikuUserApi } from "#app/contract/zhiku/user";
import { pageError } from "#app/server/errors/page-error.server";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * The caller's professional profile. Another upstream may refuse it to somebody who has filled in nothing, who is to do
 * so: that profile is empty. @throws UpstreamError
 */
export async function zhikuProfileOf(args: ServerArgs): Promise<ZhikuProfile> {
  try {
    return await gateway(args).call(zhikuUserApi.get, {});
  } catch (error) {
    if (error instanceof UpstreamError && error.code === "USER_INFO_INCOMPLETE") return NO_PROFILE;
    throw error;
  }
}

/** Like `zhikuProfileOf`, for loaders of pages. @throws Response: the redirect or error page for a refusal */
export const loadZhikuProfile = (args: ServerArgs): Promise<ZhikuProfile> =>
  zhikuProfileOf(args).catch((error: unknown) => {
    throw error instanceof UpstreamError ? pageError(error, args) : error;
  });
