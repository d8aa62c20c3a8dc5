import type { Author } from "#app/contract/common";
import type { CallData } from "#app/contract/endpoint";
import { authorCardApi } from "#app/contract/people/author-card";
import { userApi } from "#app/contract/people/user";
import type { WrittenKind } from "#app/contract/writing/editor-fields";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { missingOf } from "#app/server/site/capabilities.server";

/**
 * Loads the author's card beside a text. If that fails, the card has only what the text says of its author. `me` is also
 * true if the account is closed, so that the card has no follow button.
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

/** Loads the card; from the profile only if there is no other call, because a profile changes with each like. */
async function cardOf(
  args: ServerArgs,
  userId: number,
  kind: WrittenKind,
): Promise<CallData<typeof authorCardApi.get>> {
  const { call } = gateway(args);
  if (!(await missingOf(args)).includes("authorCard")) return call(authorCardApi.get, { query: { userId, kind } });
  const profile = await call(userApi.baseInfo, { query: { userId } });
  const { nickname, avatar, headline, fansCount, viewer } = profile;
  return { userId, nickname, avatar, headline, writtenCount: profile[`${kind}Count`], fansCount, viewer };
}
