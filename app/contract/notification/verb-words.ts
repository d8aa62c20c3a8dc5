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

/** Words for an event, addressed to the person notified; system messages have their own. */
export const verbWords = (verb: Verb, target: Target | null): string =>
  verb === "follow" && target === "question" ? "关注了你的问题" : VERB_WORDS[verb];
