import type { NotificationSort } from "#app/contract/notification-settings";

/** Sorts of notifications in the words by which their receiver knows them. */
export const SORT_WORDS: Record<NotificationSort, { name: string; text: string }> = {
  comment: { name: "评论与回复", text: "有人评论我的内容，或回复我的评论" },
  answer: { name: "新回答", text: "我的提问有了新回答" },
  mention: { name: "@ 我", text: "有人在内容或评论里提到我" },
  like: { name: "赞同与喜欢", text: "有人赞了我的回答、文章或评论" },
  favorite: { name: "收藏", text: "有人收藏了我的文章" },
  follow: { name: "新的关注者", text: "有人关注了我" },
};
