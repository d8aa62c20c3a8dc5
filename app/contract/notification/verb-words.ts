import { KINDS } from "#app/contract/kinds";
import type { NotificationEntry } from "./notification";

type Verb = NotificationEntry["verb"];
type Target = NonNullable<NotificationEntry["target"]>["kind"];

const VERB_WORDS: Record<Verb, string> = {
  comment: "评论了",
  reply: "回复了你的评论",
  answer: "回答了你的问题",
  mention: "提到了你",
  like: "喜欢了",
  vote: "赞同了你的回答",
  favorite: "收藏了",
  follow: "关注了你",
  accept: "采纳了你的回答",
  system: "",
};
/** Verbs whose words are followed by what they are about. */
const WITH_OBJECT: readonly Verb[] = ["comment", "like", "favorite"];

/** Words for an event, addressed to the person notified; system messages have their own. */
export function verbWords(verb: Verb, { target, own }: { target: Target | null; own: boolean }): string {
  if (verb === "answer" && !own) return "回答了你关注的问题";
  if (verb === "follow" && target === "question") return "关注了你的问题";
  // The title alone would be that of another person's article under which the receiver's comment is.
  if (WITH_OBJECT.includes(verb) && own && target !== null && target !== "page" && target !== "user")
    return `${VERB_WORDS[verb]}你的${KINDS[target].name}`;
  return VERB_WORDS[verb];
}
