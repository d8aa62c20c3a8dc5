import type { KindWith } from "#app/contract/kinds";
import { writtenByPath } from "#app/contract/written-by-path";

/** Every URL of the site as a function. Articles and questions take their short id, other things their number. */
export const paths = {
  home: (tab?: "recommend" | "latest" | "following") => (tab && tab !== "recommend" ? `/?tab=${tab}` : "/"),
  about: () => "/about",
  joinus: () => "/joinus",
  terms: () => "/policy/terms",
  privacy: () => "/policy/privacy",
  houseRules: () => "/policy/rules",
  handover: () => "/handover",
  login: (next?: string, tab?: "sms" | "password" | "weixin") => withQuery("/login", { next, tab }),
  /** Leaves for WeChat's page. */
  loginWechat: (next?: string) => withQuery("/login/weixin", { next }),
  /** Authorisation by WeChat for a frame in the login form. */
  wechatFrame: (next?: string) => withQuery("/login/weixin/frame", { next }),
  completeRegistration: (next?: string) => withQuery("/login/complete", { next }),
  /** Page where WeChat's authorisation ends. */
  wechatLogin: (state?: string, obj?: string) => withQuery("/wxlogin", { state, obj }),
  logout: () => "/actions/logout",
  captcha: () => "/actions/captcha",
  sendSmsCode: () => "/actions/sms-code",
  questions: () => "/question",
  question: (shortId: string, answerShortId?: string) =>
    answerShortId ? `/question/${shortId}?aid=${answerShortId}` : `/question/${shortId}`,
  answers: () => "/question/answer",
  article: (shortId: string) => `/article/${shortId}`,
  articles: () => "/search/article",
  cases: () => "/case",
  case: (id: number) => `/case/${id}`,
  activities: () => "/activity",
  activity: (id: number) => `/activity/${id}`,
  announcements: () => "/announcement",
  announcement: (id: number) => `/announcement/${id}`,
  form: (id: number) => `/form/${id}`,
  /**
   * Search pages by path are three: what is neither texts by members nor all there is, is a choice within everything:
   * there are three search pages by path.
   */
  search: (scope: SearchScope, q?: string, choice: SearchChoice = {}) =>
    scope === "all" || scope === "article" || scope === "qna"
      ? withQuery(`/search/${scope}`, { q, ...choice })
      : withQuery("/search/all", { type: scope, q, ...choice }),
  /** Suggestions for a search that begins like these words, for our scripts. */
  searchSuggestions: (q: string) => withQuery("/search-suggestions", { q }),
  user: (id: number) => `/u/${id}`,
  /** Card that is shown to whoever rests on somebody's name. */
  personCard: (id: number) => `/u/${id}/card`,
  writtenBy: writtenByPath,
  userFans: (id: number) => `/u/${id}/follow/fans`,
  userFollows: (id: number) => `/u/${id}/follow/follow`,
  userFollowedQuestions: (id: number) => `/u/${id}/follow/question`,
  userReceivedComments: (id: number) => `/u/${id}/comment/receive`,
  userArticleCollection: (id: number) => `/u/${id}/collection/article`,
  userCaseCollection: (id: number) => `/u/${id}/collection/case`,
  userCollections: (id: number) => `/u/${id}/_collection`,
  account: () => "/account/profile",
  accountSecure: () => "/account/secure",
  notifications: (kind: "comment" | "like" | "collection_follow" | "system" = "comment") => `/notifications/${kind}`,
  markRead: () => "/actions/read-news",
  /** The editor of a question, with words that were searched for as its title. */
  ask: (title: string) => withQuery("/write/question", { title }),
  write: (kind: Exclude<KindWith<"drafted">, "answer">, id?: string) => withQuery(`/write/${kind}`, { id }),
  /** A text of one's own that is held for a review. */
  held: (id: number) => `/write/held/${id}`,
  /** `on` is `article:5`; `reply` the number of a comment. */
  writeComment: (query: { on?: string; reply?: string; next?: string } = {}) => withQuery("/write/comment", query),
  /** Suggested changes of one's own texts that wait for an answer. */
  waitingProposals: () => "/write/proposals",
  trash: () => "/write/trash",
  /** `on` is `article:5`; `next` where one goes on to afterwards. */
  report: (on: string, next: string) => withQuery("/report", { on, next }),
  deleteComment: () => "/actions/delete-comment",
  zhiku: (list?: { class?: string | undefined; type?: string | undefined; sort?: string | undefined }) =>
    withQuery("/zhiku", list ?? {}),
  zhikuSearch: (q = "", within: { class?: number | null; type?: string | null } = {}, choice: SearchChoice = {}) =>
    withQuery("/zhiku/search", { q, class: within.class?.toString(), type: within.type ?? undefined, ...choice }),
  zhikuHistory: () => "/zhiku/history",
  zhikuFavorites: () => "/zhiku/favorites",
  /** The professional profile; `back` is where to go on to afterwards. */
  zhikuProfile: (back?: string) => withQuery("/zhiku/profile", { back }),
  /**
   * Offers that can be bought, of a category's alone what opens it; `back` is the document that somebody came from.
   * `offer` and `request` are what somebody has chosen there, and the name of that wish.
   */
  zhikuRights: (query: { category?: number; offer?: string; request?: string; back?: string | undefined } = {}) =>
    withQuery("/zhiku/rights", query),
  zhikuOrders: (state?: string) => withQuery("/zhiku/orders", { state }),
  zhikuOrder: (orderNo: string, back?: string) => withQuery(`/zhiku/orders/${orderNo}`, { back }),
  zhikuError: (status: 401 | 403 | 404, back?: string) => withQuery(`/zhiku/error/${status}`, { back }),
  zhikuArticle: (hashId: string) => `/zhiku/article/${hashId}`,
  /** The whole original of a document, as a stream; `article` is the path of its page. */
  zhikuOriginal: (article: string) => `${article}/original`,
  /** List of what this browser keeps for reading without a network. */
  offline: () => "/offline",
  feed: () => "/feed.xml",
  /** An address of this site as a QR code. */
  qrCode: (path: string) => withQuery("/qr.svg", { to: path }),
  userFeed: (id: number) => `/u/${id}/feed.xml`,
};

/**
 * The query names that public pages read. The page cache keys on these alone, so a loader of a public
 * page must not read any other.
 */
export const PUBLIC_QUERY = [
  "page",
  "tab",
  "sort",
  "tag",
  "class",
  "type",
  "state",
  "q",
  "aid",
  "comments",
  "thread",
  "cursor",
  "comment",
  "to",
  "next",
  "on",
  "edit",
  "version",
  "category",
  "offer",
  "back",
  "as",
  "period",
  "by",
];

/** Scope of a search. */
export type SearchScope = "all" | "article" | "qna" | "case" | "activity" | "announcement" | "user" | "tag";

/** Choices of a search: its order, within what time, of which author and tag, and whether as it was typed. */
export type SearchChoice = {
  sort?: string | undefined;
  period?: string | undefined;
  by?: number | undefined;
  tag?: string | undefined;
  as?: "typed" | undefined;
};

/** A path with those of the query that have a value. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | number] => Boolean(entry[1]));
  return given.length > 0
    ? `${path}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`
    : path;
}
