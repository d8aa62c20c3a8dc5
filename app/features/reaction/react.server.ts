import { type Vote, vote } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { kindsWith } from "#app/contract/kinds";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { notice } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Parsed request of a form: `like:article:5:on`. */
type Asked = { what: string; kind: string; id: number; name: string; state: string };

function read(text: string): Asked | null {
  const [, tag, wanted = ""] = /^follow:tag:(.{1,200}):(on|off)$/u.exec(text) ?? [];
  if (tag) return { what: "follow", kind: "tag", id: 0, name: tag, state: wanted };
  const [, what = "", kind = "", id = "", state = ""] = /^([a-z]+):([a-z]+):(\d{1,15}):([a-z]+)$/.exec(text) ?? [];
  return what ? { what, kind, id: Number(id), name: "", state } : null;
}

const oneOf = <T extends string>(list: readonly T[], value: string): T | undefined => list.find((one) => one === value);

/**
 * Carries out what a reaction button asks for (see `ReactionTarget`).
 * @throws UpstreamError if the upstream refuses
 * @throws Response 400 for anything that our buttons don't send
 */
export async function react(args: ServerArgs, text: string): Promise<void> {
  const { call } = gateway(args);
  const { what, kind, id, name, state } = read(text) ?? { what: "", kind: "", id: 0, name: "", state: "" };
  const on = state === "on";
  if (what === "vote" && kind === "answer" && vote.options.includes(state as Vote)) {
    await call(voteApi.set, { body: { answerId: id, vote: state as Vote } });
    return;
  }
  if (on || state === "off") {
    const liked = oneOf(kindsWith("likable"), kind);
    const favorite = oneOf(kindsWith("favoritable"), kind);
    if (what === "like" && liked) {
      await call(on ? likeApi.add : likeApi.cancel, { body: { targetKind: liked, targetId: id } });
      return;
    }
    if (what === "favorite" && favorite) {
      await call(on ? favoritesApi.add : favoritesApi.remove, { body: { targetKind: favorite, targetId: id } });
      return;
    }
    if (what === "favorite" && kind === "zhiku") {
      await call(on ? zhikuFavoritesApi.add : zhikuFavoritesApi.remove, { body: { contentId: id } });
      return;
    }
    if (what === "follow" && kind === "user") {
      await call(on ? followApi.add : followApi.cancel, { body: { userId: id } });
      return;
    }
    if (what === "follow" && kind === "tag") {
      await call(on ? followingApi.addTag : followingApi.cancelTag, { body: { name } });
      return;
    }
    if (what === "follow" && kind === "question") {
      await call(on ? questionApi.follow : questionApi.unfollow, { body: { id } });
      return;
    }
  }
  throw notice(400, "请求无效");
}

/** Whether a text is a valid reaction; for values from a cookie. */
export const isReaction = (text: string): boolean => read(text) !== null;
