import { extApi } from "#app/contract/ext";
import type { Person } from "#app/contract/follow";
import { userApi } from "#app/contract/user";
import { gateway } from "#app/server/gateway.server";
import { missingOf } from "#app/server/missing.server";
import { optional } from "#app/server/optional.server";
import type { ServerArgs } from "#app/server/server-args.server";

/**
 * A person as a card beside what they wrote shows them; null when that can't be had. Their profile tells more, and changes
 * with each like: it is asked only where there is nothing else.
 */
export async function loadAuthorCard(args: ServerArgs, userId: number): Promise<Person | null> {
  const { call } = gateway(args);
  const query = { userId };
  if (!(await missingOf(args)).includes("authorCard")) return optional(call(extApi.authorCard, { query }));
  const profile = await optional(call(userApi.baseInfo, { query }));
  if (!profile) return null;
  const { nickname, avatar, headline, answerCount, articleCount, fansCount, viewer } = profile;
  return { userId, nickname, avatar, headline, answerCount, articleCount, fansCount, viewer };
}
