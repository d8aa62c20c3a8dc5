import type { Author } from "#app/contract/common";
import type { CallData } from "#app/contract/endpoint";
import { userApi } from "#app/contract/people/user";
import { extApi } from "#app/contract/site/ext";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { missingOf } from "#app/server/site/capabilities.server";

/**
 * Loads what is beside a text about its author, or the author as shown in the text if that fails; `me` is also true if
 * the account is closed, so that nobody is offered to follow it.
 */
export async function loadAuthorCard(args: ServerArgs, author: Author, kind: WrittenKind) {
  try {
    const card = await cardOf(args, author.userId, kind);
    return { author: card, followed: card.viewer.followed, me: card.viewer.me };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { author, followed: false, me: error.code === "NOT_FOUND" };
  }
}

/** The profile has more data, but changes with each like, so it is only used if there is no other call. */
async function cardOf(
  args: ServerArgs,
  userId: number,
  kind: WrittenKind,
): Promise<CallData<typeof extApi.authorCard>> {
  const { call } = gateway(args);
  if (!(await missingOf(args)).includes("authorCard")) return call(extApi.authorCard, { query: { userId, kind } });
  const profile = await call(userApi.baseInfo, { query: { userId } });
  const { nickname, avatar, headline, fansCount, viewer } = profile;
  return { userId, nickname, avatar, headline, writtenCount: profile[`${kind}Count`], fansCount, viewer };
}
