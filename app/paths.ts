import type { KindWith } from "#app/contract/kinds";
import { writtenByPath } from "./contract/people/written-by-path";

/** Path of a page whose query chooses what it shows. */
const pageAt =
  <Q extends Query>(path: string) =>
  (query?: Q): string =>
    withQuery(path, query);

/**
 * URLs that readers' pages link to, as functions; every reader loads them. Those of other pages are beside their feature
 * (`*-paths.ts`), and those that only the server builds in `app/server/urls/server-paths.ts`. Articles and questions are
 * identified by short id, everything else by number.
 */
export const paths = {
  home: (tab?: "recommend" | "latest" | "following") => withQuery("/", { tab: tab === "recommend" ? "" : tab }),
  about: () => "/about",
  joinus: () => "/joinus",
  terms: () => "/policy/terms",
  privacy: () => "/policy/privacy",
  houseRules: () => "/policy/rules",
  /** Page to accept new versions of agreements; `next` is where to continue. */
  agree: (next?: string) => withQuery("/policy/agree", { next }),
  login: (next?: string, tab?: "sms" | "password" | "weixin") => withQuery("/login", { next, tab }),
  completeRegistration: (next?: string) => withQuery("/login/complete", { next }),
  /** Page to which WeChat's authorization redirects. */
  wechatLogin: (state?: string, obj?: string) => withQuery("/wxlogin", { state, obj }),
  logout: () => "/actions/logout",
  captcha: () => "/actions/captcha",
  sendSmsCode: () => "/actions/sms-code",
  /** Without `sort`, the newest first. */
  questions: pageAt<{ tag?: string | null; sort?: string | null }>("/question"),
  question: (shortId: string, answerShortId?: string) => withQuery(`/question/${shortId}`, { aid: answerShortId }),
  answers: () => "/question/answer",
  article: (shortId: string) => `/article/${shortId}`,
  articles: pageAt<{ class?: number | null; sort?: string | null; tag?: string | null }>("/search/article"),
  cases: pageAt<{ class?: number | undefined }>("/case"),
  case: (id: number) => `/case/${id}`,
  activities: pageAt<{ state: string | null }>("/activity"),
  activity: (id: number) => `/activity/${id}`,
  announcements: () => "/announcement",
  announcement: (id: number) => `/announcement/${id}`,
  form: (id: number) => `/form/${id}`,
  /**
   * There are three search pages by path (all, articles, questions); any other scope is a query parameter of the first.
   */
  search: (scope: SearchScope, q?: string, choice: SearchChoice = {}) =>
    scope === "all" || scope === "article" || scope === "qna"
      ? withQuery(`/search/${scope}`, { q, ...choice })
      : withQuery("/search/all", { type: scope, q, ...choice }),
  /** Search suggestions for a prefix, for our scripts. */
  searchSuggestions: (q: string) => withQuery("/search-suggestions", { q }),
  user: (id: number) => `/u/${id}`,
  /** Hover card of a person. */
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
  /** The question editor, with the search words as its title. */
  ask: (title: string) => withQuery("/write/question", { title }),
  write: (kind: Exclude<KindWith<"drafted">, "answer">, id?: string) => withQuery(`/write/${kind}`, { id }),
  /** `on` is e.g. `article:5`; `reply` is the id of a comment. */
  writeComment: pageAt<{ on?: string; reply?: string; next?: string }>("/write/comment"),
  /** Pending proposals to change one's own texts. */
  waitingProposals: () => "/write/proposals",
  drafts: () => "/write/drafts",
  trash: () => "/write/trash",
  /** `on` is e.g. `article:5`; `next` is where to go afterwards. */
  report: (on: string, next: string) => withQuery("/report", { on, next }),
  deleteComment: () => "/actions/delete-comment",
  zhiku: pageAt<{ class?: string | undefined; type?: string | null | undefined; sort?: string | undefined }>("/zhiku"),
  zhikuSearch: (q = "", within: { class?: number | null; type?: string | null } = {}, choice: SearchChoice = {}) =>
    withQuery("/zhiku/search", { q, ...within, ...choice }),
  zhikuHistory: () => "/zhiku/history",
  zhikuFavorites: () => "/zhiku/favorites",
  /** The professional profile; `back` is where to go afterwards. */
  zhikuProfile: (back?: string) => withQuery("/zhiku/profile", { back }),
  /**
   * Offers for sale, with `category` only those that open it. `back` is the document the reader came from; `offer` and
   * `request` are the chosen offer and its idempotency key.
   */
  zhikuRights: pageAt<{ category?: number; offer?: string; request?: string; back?: string | undefined }>(
    "/zhiku/rights",
  ),
  /** The member's orders, and the form for redeem codes; `back` is the document they came from. */
  zhikuOrders: pageAt<{ state?: string | undefined; back?: string | undefined }>("/zhiku/orders"),
  zhikuOrder: (orderNo: string, back?: string) => withQuery(`/zhiku/orders/${orderNo}`, { back }),
  zhikuError: (status: 401 | 403 | 404, back?: string) => withQuery(`/zhiku/error/${status}`, { back }),
  /** The original file of a document, as a stream; `article` is the path of its page. */
  zhikuOriginal: (article: string) => `${article}/original`,
  /** List of pages that this browser stores for reading offline. */
  offline: () => "/offline",
  feed: () => "/feed.xml",
  /** QR code of a URL of this site. */
  qrCode: (path: string) => withQuery("/qr.svg", { to: path }),
  userFeed: (id: number) => `/u/${id}/feed.xml`,
};

/**
 * Query parameters that public pages may read. The page cache ignores all others, so a loader of a public page must not
 * read any other.
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

/** Search filters: order, time range, author, tag, and whether to search literally. */
export type SearchChoice = {
  sort?: string | undefined;
  period?: string | undefined;
  by?: number | undefined;
  tag?: string | undefined;
  as?: "typed" | undefined;
};

type Query = Record<string, string | number | null | undefined>;

/** Appends the query parameters that have a value to a path, which may have a query already. */
export function withQuery(path: string, query: Query = {}): string {
  let to = path;
  for (const name in query) {
    const value = query[name];
    if (value) to += `${to.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`;
  }
  return to;
}
