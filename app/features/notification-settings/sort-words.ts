import type { OutsideChannel, OutsideSort } from "#app/contract/notification/channels";
import type { LetterSort } from "#app/contract/notification/unsubscribe";

/** Names of the sorts of notifications. */
export const SORT_WORDS: Record<OutsideSort, { name: string; text: string }> = {
  comment: { name: "评论与回复", text: "有人评论我的内容，或回复我的评论" },
  answer: { name: "新回答", text: "我的提问、我关注的问题有了新回答" },
  mention: { name: "@ 我", text: "有人在内容或评论里提到我" },
  like: { name: "赞同与喜欢", text: "有人赞了我的回答、文章或评论" },
  favorite: { name: "收藏", text: "有人收藏了我的内容" },
  follow: { name: "关注", text: "有人关注了我，或我的问题" },
  accept: { name: "回答被采纳", text: "提问的人采纳了我的回答" },
  system: { name: "系统消息", text: "账号、审核、订单与站点的消息" },
};

/** Names of the sorts of letters. */
export const LETTER_WORDS: Record<LetterSort, { name: string; text: string }> = {
  mail: { name: "通知邮件", text: "你要求寄到邮箱的通知：回答、评论、赞同等" },
  wechat: { name: "微信通知", text: "你要求发到微信的通知：回答、评论、赞同等" },
  weekly: { name: "每周一信", text: "每周一早上寄的一封信：上周最好的问题、回答和文章" },
};

/** Column headings of external channels. */
export const CHANNEL_WORDS: Record<OutsideChannel, string> = { wechat: "微信", mail: "邮件" };
