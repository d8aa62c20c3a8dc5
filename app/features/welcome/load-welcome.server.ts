import type { LoaderFunctionArgs } from "@remix-run/node";
import { wechatPictureApi } from "#app/contract/people/wechat-picture";
import { tagApi } from "#app/contract/reading/tag";
import { configApi } from "#app/contract/site/config";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { requireUser } from "#app/server/viewer.server";
import { welcomePath } from "./welcome-path";

/** Number of topics offered to a new member: those with most texts. */
export const TOPICS_SHOWN = 12;
/** Number of authors offered to a new member. */
export const PEOPLE_SHOWN = 6;

/** Loads the suggestions for a new member; parts that can't be loaded are omitted. */
export async function loadWelcome(args: LoaderFunctionArgs) {
  const next = safePath(new URL(args.request.url).searchParams.get("next"));
  const user = await requireUser(args, paths.login(welcomePath(next)));
  const missing = await missingOf(args);
  const { call } = gateway(args);
  const asksWechat = user.weixinBound && !user.avatar && !missing.includes("wechat");
  const [tags, authors, picture] = await Promise.all([
    missing.includes("tags") || missing.includes("following") ? null : optional(call(tagApi.popular, {})),
    optional(call(configApi.recommendAuthor, {})),
    asksWechat ? optional(call(wechatPictureApi.get, {})) : null,
  ]);
  return {
    next,
    user,
    topics: (tags ?? []).slice(0, TOPICS_SHOWN).map(({ name }) => name),
    people: (authors ?? []).filter(({ viewer }) => !viewer.me && !viewer.followed).slice(0, PEOPLE_SHOWN),
    /** Whether the member has a WeChat picture to adopt. */
    picture: picture?.offered ?? false,
    passkey: !missing.includes("passkey"),
  };
}
