import { OUTSIDE_SORTS, type OutsideSort } from "#app/contract/notification/channels";
import type { NotificationEntry } from "#app/contract/notification/notification";
import { verbWords } from "#app/contract/notification/verb-words";
import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";
import { composeLetter, type Paragraph } from "#upstream/modules/mail/compose";
import type { Letter } from "#upstream/services/mail/mail";
import { shortened } from "#upstream/text/shortened";
import { returnToken } from "./return-token";
import type { Untold } from "./unread";
import { unsubscribeUrl } from "./unsubscribe-token";

/** Count phrase of each sort, to follow the number. */
const COUNTED: Record<OutsideSort, string> = {
  answer: "条新回答",
  comment: "条评论与回复",
  mention: "次提到你",
  like: "个赞同与喜欢",
  favorite: "次收藏",
  follow: "位新的关注者",
  accept: "个回答被采纳",
  system: "条系统消息",
};

/** Phrase with the number of each sort: 3 条新回答、2 条评论与回复. */
export const countsInWords = (counts: Untold["counts"]): string =>
  OUTSIDE_SORTS.flatMap((sort) => (counts.has(sort) ? `${counts.get(sort)} ${COUNTED[sort]}` : [])).join("、");

/** Letter with everything that somebody has not seen. `occasion` identifies the turn. */
export async function notificationLetter(
  services: Services,
  { to, userId, untold, occasion }: { to: string; userId: number; untold: Untold; occasion: string },
): Promise<Letter> {
  const { publicOrigin } = services.config;
  const site = (await readSetting(services, "logo")).name;
  const words = countsInWords(untold.counts);
  const unsubscribe = unsubscribeUrl(services, { userId, sort: "mail" });
  const letter = composeLetter(
    [
      `你在${site}有 ${words}还没有看：`,
      ...untold.entries.map((entry) => paragraphOf(entry, publicOrigin)),
      { words: "全部通知", url: `${publicOrigin}/notifications` },
    ],
    [
      "你要求把这些通知寄到邮箱，一小时至多一封，看过的不寄。",
      { words: "选择收哪些", url: `${publicOrigin}/account/notifications` },
      { words: "不再寄通知到邮箱", url: unsubscribe },
    ],
  );
  const back = { returnToken: returnToken(services, { userId, address: to }) };
  return { to, site, subject: `${site}：${words}`, unsubscribe, occasion, ...letter, ...back };
}

function paragraphOf(entry: NotificationEntry, origin: string): Paragraph {
  const words = sentenceOf(entry);
  const note = shortened(entry.excerpt);
  if (!entry.target?.path) return note ? `${words}\n${note}` : words;
  return { words, note, url: `${origin}${pathOf(entry.target)}` };
}

/** Path of a notification's page; with the comment in its query, because servers don't see the hash. */
function pathOf({ path, commentId }: NonNullable<NotificationEntry["target"]>): string {
  if (commentId === null) return path;
  const [page = "", hash = ""] = path.split("#");
  return `${page}${page.includes("?") ? "&" : "?"}comment=${commentId}#${hash}`;
}

/** A notification as a sentence: 周小雨回答了你的问题「…」. */
export function sentenceOf({ verb, actors, actorCount, title, target, own }: NotificationEntry): string {
  if (verb === "system") return title;
  const names = actors.map(({ nickname }) => nickname).join("、");
  const who = actorCount > actors.length ? `${names} 等 ${actorCount} 人` : names;
  return `${who}${verbWords(verb, { target: target?.kind ?? null, own })}${title ? `「${title}」` : ""}`;
}
