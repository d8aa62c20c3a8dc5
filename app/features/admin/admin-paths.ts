import type { Place, Removable } from "#app/contract/admin/content/content";
import type { Placed } from "#app/contract/admin/content/placing";
import type { EditedKind } from "#app/contract/admin/edited";
import type { ReportedPlace } from "#app/contract/admin/review/report";

const withNext = (path: string, next?: string): string => (next ? `${path}?next=${encodeURIComponent(next)}` : path);

/** Filters of the reports, as in the URL. */
export type ReportFilter = { state?: string | undefined; kind?: string | undefined; sort?: string | undefined };

/** Filters of the held texts, as in the URL. */
export type ReviewFilter = { [name in "kind" | "member" | "sort" | "cursor"]?: string | undefined };

/** Filters of consents, as in the URL: `version` is a number, `all` or `missing`; by default the version in effect. */
export type ConsentFilter = { [name in "version" | "q" | "cursor"]?: string | undefined };

/** Filters of submissions of a form, as in the URL. */
export type SubmissionFilter = { [name in "state" | "q" | "person" | "cursor"]?: string | undefined };

/** A path with the defined filters as its query. */
function withFilter(path: string, filter: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(filter).filter((one): one is [string, string] => Boolean(one[1])));
  return query.size > 0 ? `${path}?${query}` : path;
}

const EDITED: Record<EditedKind, string> = {
  announcement: "/admin/announcement",
  activity: "/admin/activity",
  case: "/admin/case",
};

/** Every URL of the console as a function; separate from `paths`, which readers load. */
export const adminPaths = {
  home: () => "/admin",
  /** Second factor; `next` is the page requested before. */
  verify: (next?: string) => withNext("/admin/verify", next),
  /** Page that verifies the viewer's identity again before a dangerous action; `next` is the page requested before. */
  sudo: (next?: string) => withNext("/admin/sudo", next),
  staff: () => "/admin/staff",
  /** Search over everything in the console. */
  find: () => "/admin/find",
  log: () => "/admin/log",
  /** The log, with a check of its hash chain. */
  logCheck: () => "/admin/log?check=1",
  /** Log of one staff member's actions. */
  logBy: (userId: number) => `/admin/log?actorId=${userId}`,
  logEntry: (id: number) => `/admin/log/${id}`,
  /** Log of one item. */
  logOf: (kind: string, target: string | number) => `/admin/log?kind=${kind}&target=${encodeURIComponent(target)}`,
  /** Held texts that match the filters. */
  reviews: (filter: ReviewFilter = {}) => withFilter("/admin/review", filter),
  /** Page of one held text. */
  review: (id: number, filter: ReviewFilter = {}) => withFilter(`/admin/review/${id}`, filter),
  /** Page where staff edit a held text before they approve it. */
  reviewEdit: (id: number, filter: ReviewFilter = {}) => withFilter(`/admin/review/${id}/edit`, filter),
  /** Action that claims an item of a queue. */
  claim: () => "/admin/claim",
  /** Action that undoes the viewer's latest decision. */
  undoDecision: () => "/admin/undo",
  /** Appeals in a state; open ones by default. */
  appeals: (state?: string) => withFilter("/admin/appeal", { state: state === "open" ? undefined : state }),
  appeal: (id: number) => `/admin/appeal/${id}`,
  /** Reports that match the filters. */
  reports: (filter: ReportFilter = {}) => withFilter("/admin/report", filter),
  report: ({ kind, id }: ReportedPlace, filter: ReportFilter = {}) => withFilter(`/admin/report/${kind}/${id}`, filter),
  /** Common prefix of the content pages' paths. */
  allContent: () => "/admin/content",
  /** Content of one kind that matches the filters. */
  contents: (kind: Removable, filter: Record<string, string | undefined> = {}) =>
    withFilter(`/admin/content/${kind}`, filter),
  content: ({ kind, id }: Place) => `/admin/content/${kind}/${id}`,
  /** Orders in a state, or all. */
  orders: (state?: string) => (state ? `/admin/order?state=${state}` : "/admin/order"),
  /** Orders of one member. */
  ordersOf: (userId: number) => `/admin/order?member=${userId}`,
  /** Orders of a date range, as entered. */
  ordersOfDays: (days: { from: string; to: string }) => withFilter("/admin/order", days),
  order: (no: string) => `/admin/order/${no}`,
  /** Batches of redeem codes. */
  codes: () => "/admin/code",
  /** Codes of a batch, optionally of one state and from a cursor. */
  codeBatch: (id: number, filter: { state?: string | undefined; cursor?: string | undefined } = {}) =>
    withFilter(`/admin/code/${id}`, filter),
  /** Professional profiles in a state; those to be reviewed by default. */
  profiles: (state?: string, filter: { q?: string | undefined; cursor?: string | undefined } = {}) =>
    withFilter("/admin/profile", { state: state === "waiting" ? undefined : state, ...filter }),
  /** Rights of members that match the filters. */
  rights: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/right", filter),
  grantRights: (member?: string) => withFilter("/admin/right/grant", { member }),
  importRights: () => "/admin/right/import",
  ordersExport: () => "/admin/order/export",
  /** Comparison of a day with WeChat Pay's bill; yesterday by default. The list of other days ends before `before`. */
  reconcile: (day?: string, before?: string) => withFilter("/admin/reconcile", { day, before }),
  reviewRules: () => "/admin/rules",
  houseRules: () => "/admin/house-rules",
  words: () => "/admin/words",
  /** Members, optionally of one state. */
  users: (state?: string, q?: string, page?: string) => withFilter("/admin/user", { state, q, page }),
  user: (id: number) => `/admin/user/${id}`,
  /** Form that mutes a member. */
  mute: (id: number) => `/admin/user/${id}#impose-title`,
  userMerge: (id: number) => `/admin/user/${id}/merge`,
  handover: (id: number) => `/admin/user/${id}/handover`,
  /** Staff-written items of one kind: public ones, removed ones, or drafts. */
  editedList: (kind: EditedKind, state?: "removed" | "draft") => withFilter(EDITED[kind], { state }),
  /** Editing page of a staff-written item or a new one, with a draft if given. */
  edited: ({ kind, id, draft }: { kind: EditedKind; id: number | "new"; draft?: number }) =>
    withFilter(`${EDITED[kind]}/${id}`, { draft: draft === undefined ? undefined : String(draft) }),
  /** Preview of a draft. */
  draftPreview: (kind: EditedKind, id: number) => `/admin/draft/${kind}/${id}`,
  forms: (state?: "removed") => (state ? `/admin/form?state=${state}` : "/admin/form"),
  form: (id: number | "new") => `/admin/form/${id}`,
  /** Submissions of a form that match the filters. */
  submissions: (formId: number, filter: SubmissionFilter = {}) =>
    withFilter(`/admin/form/${formId}/submission`, filter),
  submissionsExport: (formId: number) => `/admin/form/${formId}/export`,
  submission: (id: number) => `/admin/submission/${id}`,
  /** Messages to members in a state, or all. */
  messages: (state?: string) => (state ? `/admin/message?state=${state}` : "/admin/message"),
  message: (id: number | "new") => `/admin/message/${id}`,
  /** Figures of a range, as `from=…&to=…&step=…`; of the last days by default. */
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
  /** Pictures with links: at the top of the home page, or beside lists. */
  place: (place: "banner" | "poster") => `/admin/site/${place}`,
  texts: () => "/admin/text",
  text: (key: string) => `/admin/text/${key}`,
  /** Progress of the site's setup. */
  start: () => "/admin/start",
  /** Health of the machine, and site-wide jobs. */
  system: () => "/admin/system",
  /** Rate limits. */
  limits: () => "/admin/limit",
  agreements: () => "/admin/agreement",
  agreement: (key: string) => `/admin/agreement/${key}`,
  /** Members who accepted an agreement, or who have not yet, filtered. */
  consents: (key: string, filter: ConsentFilter = {}) => withFilter(`/admin/agreement/${key}/consent`, filter),
  consentsExport: (key: string) => `/admin/agreement/${key}/export`,
  /** Tree of zhiku's categories. */
  zhikuCategories: () => "/admin/zhiku/category",
  zhikuCategory: (id: number | "new") => `/admin/zhiku/category/${id}`,
  /** Description of the right to a category, or to all of them. */
  zhikuRightsText: (id: number | "all") => `/admin/zhiku/rights-text/${id}`,
  zhikuHeroes: () => "/admin/zhiku/hero",
  /** Documents of zhiku that match the filters. */
  zhikuContents: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/zhiku/content", filter),
  zhikuContent: (id: number | "new") => `/admin/zhiku/content/${id}`,
  /** Preview of a document for a kind of reader. */
  zhikuPreview: (id: number | "new", as?: string) =>
    as ? `/admin/zhiku/content/${id}/preview?as=${as}` : `/admin/zhiku/content/${id}/preview`,
  /** Classifications of articles and cases, with a link to the tags. */
  taxonomy: () => "/admin/taxonomy",
  searchSynonyms: () => "/admin/search-synonyms",
  classification: (id: number) => `/admin/taxonomy/class/${id}`,
  /** Tags that match the filters. */
  tags: (filter: Record<string, string | undefined> = {}) => withFilter("/admin/taxonomy/tags", filter),
  tag: (name: string) => withFilter("/admin/taxonomy/tag", { name }),
  newClassification: (kind: string) => `/admin/taxonomy/class/new?kind=${kind}`,
  /** Offers of zhiku. */
  offers: () => "/admin/offer",
  offer: (id: number | "new") => `/admin/offer/${id}`,
  /** Versions of a text; `version` is displayed if given. */
  versions: ({ kind, id }: Place, version?: number) =>
    withFilter(`/admin/content/${kind}/${id}/version`, {
      version: version === undefined ? undefined : String(version),
    }),
  /** Page where staff edit a member's text. */
  rewrite: ({ kind, id }: Place) => `/admin/content/${kind}/${id}/edit`,
  mergeQuestion: (id: number) => `/admin/content/question/${id}/merge`,
  /** All pinned and featured items. */
  placings: () => "/admin/placing",
  /** Pins and featured mark of one item. */
  placing: ({ kind, id }: Placed) => `/admin/placing/${kind}/${id}`,
  recommendedAuthors: () => "/admin/site/author",
};
