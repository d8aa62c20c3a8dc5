import type { LoaderFunctionArgs } from "@remix-run/node";
import { userApi } from "#app/contract/people/user";
import type { PersonCardData } from "#app/features/desktop/person-card";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";

/** Data for a person's hover card: a few fields of their profile. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const userId = numberOfParam(args);
  const profile = await optional(gateway(args).call(userApi.baseInfo, { query: { userId } }));
  if (!profile) return Response.json({ person: null } satisfies PersonCardData);
  const { nickname, avatar, headline, answerCount, articleCount, fansCount, viewer } = profile;
  const person = { userId, nickname, avatar, headline, answerCount, articleCount, fansCount, viewer };
  return Response.json({ person } satisfies PersonCardData);
}
