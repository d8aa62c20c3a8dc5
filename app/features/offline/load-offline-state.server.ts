import { hash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritesApi } from "#app/contract/reading/favorites";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import { tokenOf } from "#app/server/cookies/session.server";
import { env } from "#app/server/env.server";
import { optional } from "#app/server/errors/optional.server";
import { notice } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { partsOff } from "#app/server/site/require-part.server";
import { viewerOf } from "#app/server/viewer.server";
import { loadZhikuProfile } from "#app/server/zhiku-profile.server";
import { FAVORITES_MAX, type OfflineState } from "./kept-pages";

const MARK_LENGTH = 22;
/** Short hash that identifies something secret or long. */
const markOf = (text: string): string => hash("sha256", `offline\0${text}`, "base64url").slice(0, MARK_LENGTH);

/**
 * Loads what may be stored for offline reading.
 * @throws Response: 503 if unknown; the store then stays as it is
 */
export async function loadOfflineState(args: LoaderFunctionArgs): Promise<OfflineState> {
  const on = env().offlineReading;
  const nobody = { on, login: null, rights: null, until: null };
  const token = tokenOf(args.request);
  if (!on || !token) return nobody;
  const viewer = await viewerOf(args);
  if (viewer.kind === "unknown") throw notice(503, "暂时说不准", "NETWORK", args.context.requestId);
  if (viewer.kind !== "member") return nobody;
  const asksFavorites = new URL(args.request.url).searchParams.has("favorites");
  const [rights, favorites] = await Promise.all([
    rightsOf(args),
    asksFavorites ? favoritePathsOf(args, viewer.user.userId) : undefined,
  ]);
  return { on, login: markOf(token), ...rights, ...(favorites && { favorites }) };
}

/** Hash of the rights to documents: any change of them changes it. */
async function rightsOf(args: LoaderFunctionArgs): Promise<Pick<OfflineState, "rights" | "until">> {
  if ((await partsOff(args)).includes("zhiku")) return { rights: null, until: null };
  const profile = await loadZhikuProfile(args);
  if (!isProfileComplete(profile)) return { rights: null, until: null };
  const active = profile.rights.filter(({ state }) => state === "active");
  const ends = active.map(({ until }) => Date.parse(until)).filter((end) => !Number.isNaN(end));
  return {
    rights: markOf(JSON.stringify(active.map(({ id, category, until }) => [id, category?.id, until]))),
    until: ends.length > 0 ? Math.min(...ends) : null,
  };
}

type Favorite = { at: string; path: string };

/** Favorites of every kind, newest first. */
async function favoritePathsOf(args: LoaderFunctionArgs, userId: number): Promise<string[]> {
  const { call } = gateway(args);
  const [off, missing] = await Promise.all([partsOff(args), missingOf(args)]);
  const query = { query: { userId } };
  const specifiedOnly = missing.includes("favorite-folder");
  const lists = await Promise.all([
    specifiedOnly
      ? null
      : optional(call(favoriteFolderApi.questionList, query)).then((found) =>
          found?.list.map(({ id, favoritedAt }): Favorite => ({ at: favoritedAt, path: pagePath("question", id) })),
        ),
    specifiedOnly
      ? null
      : optional(call(favoriteFolderApi.answerList, query)).then((found) =>
          found?.list.map(
            ({ id, question, favoritedAt }): Favorite => ({ at: favoritedAt, path: answerPath(id, question.id) }),
          ),
        ),
    off.includes("article")
      ? null
      : optional(call(favoritesApi.articleList, query)).then((found) =>
          found?.list.map(({ id, favoritedAt }): Favorite => ({ at: favoritedAt, path: pagePath("article", id) })),
        ),
    off.includes("case")
      ? null
      : optional(call(favoritesApi.caseList, query)).then((found) =>
          found?.list.map(({ id, favoritedAt }): Favorite => ({ at: favoritedAt, path: pagePath("case", id) })),
        ),
    off.includes("zhiku")
      ? null
      : optional(call(zhikuFavoritesApi.list, { query: {} })).then((found) =>
          found?.list.map(({ id, favoritedAt }): Favorite => ({ at: favoritedAt, path: pagePath("zhiku", id) })),
        ),
  ]);
  const all = lists.flatMap((list) => list ?? []).sort((a, b) => (a.at < b.at ? 1 : -1));
  return all.slice(0, FAVORITES_MAX).map(({ path }) => path);
}
