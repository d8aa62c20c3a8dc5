import type { CallData } from "#app/contract/endpoint";
import { userApi } from "#app/contract/people/user";
import { extApi } from "#app/contract/site/ext";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { missingOf } from "#app/server/site/capabilities.server";

/**
 * Loads an author's card for a text of a kind; null if that fails. The profile has more data, but changes with each
 * like, so it is only used if there is no other call.
 */
export async function loadAuthorCard(
  args: ServerArgs,
  userId: number,
  kind: WrittenKind,
): Promise<CallData<typeof extApi.authorCard> | null> {
  const { call } = gateway(args);
  if (!(await missingOf(args)).includes("authorCard"))
    return optional(call(extApi.authorCard, { query: { userId, kind } }));
  const profile = await optional(call(userApi.baseInfo, { query: { userId } }));
  if (!profile) return null;
  const { nickname, avatar, headline, fansCount, viewer } = profile;
  return { userId, nickname, avatar, headline, writtenCount: profile[`${kind}Count`], fansCount, viewer };
}
