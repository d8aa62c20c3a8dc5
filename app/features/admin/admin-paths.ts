import type { Place, Removable } from "#app/contract/admin/content";
import type { EditedKind } from "#app/contract/admin/edited";
import type { Placed } from "#app/contract/admin/placing";
import type { ReportedPlace } from "#app/contract/admin/report";

const withNext = (path: string, next?: string): string => (next ? `${path}?next=${encodeURIComponent(next)}` : path);

/** Filters of the reports, as their URL has them. */
export type ReportFilter = { state?: string | undefined; kind?: string | undefined; sort?: string | undefined };

/** Filters of the texts that wait, as their URL has them. */
export type ReviewFilter = { [name in "kind" | "member" | "sort" | "cursor"]?: string | undefined };

/** Filters of consents, as their URL has them: `version` is a number, `all` or `missing`; the one in effect without it. */
export type ConsentFilter = { [name in "version" | "q" | "cursor"]?: string | undefined };

/** Filters of answers to a form, as their URL has them. */
export type SubmissionFilter = { [name in "state" | "q" | "person" | "cursor"]?: string | undefined };

/** A path with a query of what is set. */
function withFilter(path: string, filter: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(filter).filter((one): one is [string, string] => Boolean(one[1])));
  return query.size > 0 ? `${path}?${query}` : path;
}

const EDITED: Record<EditedKind, string> = {
  announcement: "/admin/announcement",
  activity: "/admin/activity",
  case: "/admin/case",
};

/** Every URL of the console as a function; apart from `paths`, which readers load. */
export const adminPaths = {
  home: () => "/admin",
  /** Second factor; `next` is where one wanted to go. */
  verify: (next?: string) => withNext("/admin/verify", next),
  /** Asks once more who it is. */
  sudo: (next?: string) => withNext("/admin/sudo", next),
  staff: () => "/admin/staff",
  /** Everything in the console that some words may mean. */
  find: () => "/admin/find",
  log: () => "/admin/log",
  /** The log, and whether anybody changed it. */
  logCheck: () => "/admin/log?check=1",
  /** Log of what one of the staff did. */
  logBy: (userId: number) => `/admin/log?actorId=${userId}`,
  logEntry: (id: number) => `/admin/log/${id}`,
  /** Log of what was done to one thing. */
  logOf: (kind: string, target: string | number) => `/admin/log?kind=${kind}&target=${encodeURIComponent(target)}`,
  /** Texts that wait, as filters say. */
  reviews: (filter: ReviewFilter = {}) => withFilter("/admin/review", filter),
  /** A text that waits for staff to read it. */
  review: (id: number, filter: ReviewFilter = {}) => withFilter(`/admin/review/${id}`, filter),
  /** Page where its words are changed before it is let through. */
  reviewEdit: (id: number, filter: ReviewFilter = {}) => withFilter(`/admin/review/${id}/edit`, filter),
  /** Takes the form by which a thing of a queue is claimed. */
  claim: () => "/admin/claim",
  /** Takes the form by which what one has just decided is taken back. */
  undoDecision: () => "/admin/undo",
  /** Appeals in a state, of those that wait without one. */
  appeals: (state?: string) => withFilter("/admin/appeal", { state: state === "open" ? undefined : state }),
  appeal: (id: number) => `/admin/appeal/${id}`,
  /** Reports of members, as its filters say. */
  reports: (filter: ReportFilter = {}) => withFilter("/admin/report", filter),
  report: ({ kind, id }: ReportedPlace, filter: ReportFilter = {}) => withFilter(`/admin/report/${kind}/${id}`, filter),
  /** Beginning of the path of every page of content. */
  allContent: () => "/admin/content",
  /** Content of a kind, as its filters say. */
  contents: (kind: Removable, filter: Record<string, string | undefined> = {}) =>
    withFilter(`/admin/content/${kind}`, filter),
  content: ({ kind, id }: Place) => `/admin/content/${kind}/${id}`,
  /** Orders in a state, or all. */
  orders: (state?: string) => (state ? `/admin/order?state=${state}` : "/admin/order"),
  /** Orders of one member. */
  ordersOf: (userId: number) => `/admin/order?member=${userId}`,
  /** Orders of some days, as they were asked for. */
  ordersOfDays: (days: { from: string; to: string }) => withFilter("/admin/order", days),
  order: (no: string) => `/admin/order/${no}`,
  /** Batches of redeem codes. */
  codes: () => "/admin/code",
  /** Codes of a batch, of one state and from a place on where these are given. */
  codeBatch: (id: number, filter: { state?: string | undefined; cursor?: string | undefined } = {}) =>
    withFilter(`/admin/code/${id}`, filter),
  /** Professional profiles in a state, of those that wait without one. */
  profiles: (state?: string, filter: { q?: string | undefined; cursor?: string | undefined } = {}) =>
    withFilter("/admin/profile", { state: state === "waiting" ? undefined : state, ...filter }),
  /** Rights of members, as filters say. */
  rights: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/right", filter),
  grantRights: (member?: string) => withFilter("/admin/right/grant", { member }),
  importRights: () => "/admin/right/import",
  ordersExport: () => "/admin/order/export",
  /** Comparison of a day with WeChat Pay's bill; of yesterday without one. Other days are listed from `before` back. */
  reconcile: (day?: string, before?: string) => withFilter("/admin/reconcile", { day, before }),
  reviewRules: () => "/admin/rules",
  houseRules: () => "/admin/house-rules",
  words: () => "/admin/words",
  /** Members, of one sort where it is given. */
  users: (state?: string, q?: string, page?: string) => withFilter("/admin/user", { state, q, page }),
  user: (id: number) => `/admin/user/${id}`,
  /** Form by which a member is muted. */
  mute: (id: number) => `/admin/user/${id}#impose-title`,
  userMerge: (id: number) => `/admin/user/${id}/merge`,
  handover: (id: number) => `/admin/user/${id}/handover`,
  /** Things of a kind that staff write: those on the site, those taken off it, or the drafts. */
  editedList: (kind: EditedKind, state?: "removed" | "draft") => withFilter(EDITED[kind], { state }),
  /** Page where such a thing is written, a new one too; as a draft has it where there is one. */
  edited: ({ kind, id, draft }: { kind: EditedKind; id: number | "new"; draft?: number }) =>
    withFilter(`${EDITED[kind]}/${id}`, { draft: draft === undefined ? undefined : String(draft) }),
  /** A draft as readers will see it. */
  draftPreview: (kind: EditedKind, id: number) => `/admin/draft/${kind}/${id}`,
  forms: (state?: "removed") => (state ? `/admin/form?state=${state}` : "/admin/form"),
  form: (id: number | "new") => `/admin/form/${id}`,
  /** Answers to a form, as filters say. */
  submissions: (formId: number, filter: SubmissionFilter = {}) =>
    withFilter(`/admin/form/${formId}/submission`, filter),
  submissionsExport: (formId: number) => `/admin/form/${formId}/export`,
  submission: (id: number) => `/admin/submission/${id}`,
  /** Messages to members in a state, or all. */
  messages: (state?: string) => (state ? `/admin/message?state=${state}` : "/admin/message"),
  message: (id: number | "new") => `/admin/message/${id}`,
  /** Figures of a range, as `from=…&to=…&step=…`; of the last days without one. */
  figures: (range?: string) => (range ? `/admin/figures?${range}` : "/admin/figures"),
  deskSeen: () => "/admin/desk/seen",
  figuresExport: () => "/admin/figures/export",
  logExport: () => "/admin/log/export",
  site: () => "/admin/site",
  logo: () => "/admin/site/logo",
  navigation: () => "/admin/site/navigation",
  parts: () => "/admin/site/parts",
  footer: () => "/admin/site/footer",
  verification: () => "/admin/site/verification",
  /** Pictures that lead somewhere: at the top of home, or beside lists. */
  place: (place: "banner" | "poster") => `/admin/site/${place}`,
  texts: () => "/admin/text",
  text: (key: string) => `/admin/text/${key}`,
  /** Progress of the site's set-up, and what is left to do. */
  start: () => "/admin/start",
  /** State of the machine, and jobs over the whole site. */
  system: () => "/admin/system",
  /** Limits of what people may do how often. */
  limits: () => "/admin/limit",
  agreements: () => "/admin/agreement",
  agreement: (key: string) => `/admin/agreement/${key}`,
  /** Members who agreed to an agreement, or have not yet, as filters say. */
  consents: (key: string, filter: ConsentFilter = {}) => withFilter(`/admin/agreement/${key}/consent`, filter),
  consentsExport: (key: string) => `/admin/agreement/${key}/export`,
  /** Tree of zhiku's categories. */
  zhikuCategories: () => "/admin/zhiku/category",
  zhikuCategory: (id: number | "new") => `/admin/zhiku/category/${id}`,
  /** Text on what the right on a category gives, or that on all of them. */
  zhikuRightsText: (id: number | "all") => `/admin/zhiku/rights-text/${id}`,
  zhikuHeroes: () => "/admin/zhiku/hero",
  /** Documents of zhiku, as the filters of their list say. */
  zhikuContents: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/zhiku/content", filter),
  zhikuContent: (id: number | "new") => `/admin/zhiku/content/${id}`,
  /** A document as a kind of reader will see it. */
  zhikuPreview: (id: number | "new", as?: string) =>
    as ? `/admin/zhiku/content/${id}/preview?as=${as}` : `/admin/zhiku/content/${id}/preview`,
  /** Classifications of articles and cases, and the way to tags. */
  taxonomy: () => "/admin/taxonomy",
  searchSynonyms: () => "/admin/search-synonyms",
  classification: (id: number) => `/admin/taxonomy/class/${id}`,
  /** Tags, as the filters of their list say. */
  tags: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/taxonomy/tags", filter),
  tag: (name: string) => withFilter("/admin/taxonomy/tag", { name }),
  newClassification: (kind: string) => `/admin/taxonomy/class/new?kind=${kind}`,
  /** List of what zhiku sells. */
  offers: () => "/admin/offer",
  offer: (id: number | "new") => `/admin/offer/${id}`,
  /** Versions of a text; beside them one of them, where it is named. */
  versions: ({ kind, id }: Place, version?: number) =>
    withFilter(`/admin/content/${kind}/${id}/version`, {
      version: version === undefined ? undefined : String(version),
    }),
  /** Page where a question is merged into another. */
  rewrite: ({ kind, id }: Place) => `/admin/content/${kind}/${id}/edit`,
  mergeQuestion: (id: number) => `/admin/content/question/${id}/merge`,
  /** All that is pinned or featured. */
  placings: () => "/admin/placing",
  /** Marks of one thing. */
  placing: ({ kind, id }: Placed) => `/admin/placing/${kind}/${id}`,
  recommendedAuthors: () => "/admin/site/author",
};
