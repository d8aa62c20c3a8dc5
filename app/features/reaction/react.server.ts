import { vote } from "#app/contract/content/answer";
import { questionApi } from "#app/contract/content/question";
import { kindsWith } from "#app/contract/kinds";
import { favoritesApi } from "#app/contract/reading/favorites";
import { followApi } from "#app/contract/reading/follow";
import { followingApi } from "#app/contract/reading/following";
import { likeApi } from "#app/contract/reading/like";
import { voteApi } from "#app/contract/reading/vote";
import { zhikuFavoritesApi } from "#app/contract/zhiku/favorites";
import { notice } from "#app/server/errors/page-error.server";
import { type Gateway, gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";

/** Target of a reaction: a thing's id, or a tag's name. */
type Target = { id: number; name: string };
type Send = (call: Gateway["call"], target: Target) => Promise<unknown>;

/** Every reaction that a button can ask for, without its target: `like:article:on`. */
const REACTIONS: ReadonlyMap<string, Send> = new Map<string, Send>([
  ...kindsWith("likable").flatMap((kind) =>
    both(`like:${kind}`, (call, { id }, on) =>
      call(on ? likeApi.add : likeApi.cancel, { body: { targetKind: kind, targetId: id } }),
    ),
  ),
  ...kindsWith("favoritable").flatMap((kind) =>
    both(`favorite:${kind}`, (call, { id }, on) =>
      call(on ? favoritesApi.add : favoritesApi.remove, { body: { targetKind: kind, targetId: id } }),
    ),
  ),
  ...both("favorite:zhiku", (call, { id }, on) =>
    call(on ? zhikuFavoritesApi.add : zhikuFavoritesApi.remove, { body: { contentId: id } }),
  ),
  ...both("follow:user", (call, { id }, on) => call(on ? followApi.add : followApi.cancel, { body: { userId: id } })),
  ...both("follow:tag", (call, { name }, on) =>
    call(on ? followingApi.addTag : followingApi.cancelTag, { body: { name } }),
  ),
  ...both("follow:question", (call, { id }, on) =>
    call(on ? questionApi.follow : questionApi.unfollow, { body: { id } }),
  ),
  ...vote.options.map((state): [string, Send] => [
    `vote:answer:${state}`,
    (call, { id }) => call(voteApi.set, { body: { answerId: id, vote: state } }),
  ]),
]);

type Switch = (call: Gateway["call"], target: Target, on: boolean) => Promise<unknown>;

function both(what: string, send: Switch): [string, Send][] {
  return [true, false].map((on) => [`${what}:${on ? "on" : "off"}`, (call, target) => send(call, target, on)]);
}

/** Request of a form, such as `like:article:5:on`; null for anything that our buttons don't send. */
function read(text: string): { send: Send; target: Target } | null {
  const [, what = "", of = "", state = ""] = /^([a-z]+:[a-z]+):(.{1,200}):([a-z]+)$/u.exec(text) ?? [];
  const send = REACTIONS.get(`${what}:${state}`);
  const isId = /^\d{1,15}$/.test(of);
  return send && (isId || what === "follow:tag") ? { send, target: { id: isId ? Number(of) : 0, name: of } } : null;
}

/**
 * Carries out what a reaction button asks for (see `ReactionTarget`).
 * @throws UpstreamError if the upstream refuses
 * @throws Response 400 for anything that our buttons don't send
 */
export async function react(args: ServerArgs, text: string): Promise<void> {
  const asked = read(text);
  if (!asked) throw notice(400, "请求无效");
  await asked.send(gateway(args).call, asked.target);
}

const WORDS: Record<string, string> = { like: "喜欢", favorite: "收藏", follow: "关注", up: "赞同", down: "反对" };

/** Sentence saying that a reaction was carried out: 已赞同. */
export function doneText(text: string): string {
  const [what = "", ...rest] = text.split(":");
  const state = rest.at(-1) ?? "";
  const word = WORDS[state] ?? WORDS[what] ?? "";
  return state === "off" || state === "none" ? `已取消${word}` : `已${word}`;
}

/** Whether a text is a valid reaction; for values from a cookie. */
export const isReaction = (text: string): boolean => read(text) !== null;
