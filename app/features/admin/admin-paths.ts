import type { Removable, RemovableContent } from "#app/contract/admin/content/content";
import type { Placed } from "#app/contract/admin/content/placing";
import type { EditedKind } from "#app/contract/admin/edited";
import type { ReportedPlace } from "#app/contract/admin/review/report";
import { withQuery } from "#app/paths";

/** Filters of the reports, as in the URL. */
export type ReportFilter = { state?: string | undefined; kind?: string | undefined; sort?: string | undefined };

/** Filters of the held texts, as in the URL. */
export type ReviewFilter = { [name in "kind" | "member" | "sort" | "cursor"]?: string | undefined };

/** Filters of consents, as in the URL: `version` is a number, `all` or `missing`; by default the version in effect. */
export type ConsentFilter = { [name in "version" | "q" | "cursor"]?: string | undefined };

/** Filters of submissions of a form, as in the URL. */
export type SubmissionFilter = { [name in "state" | "q" | "person" | "cursor"]?: string | undefined };

const EDITED: Record<EditedKind, string> = {
  announcement: "/admin/announcement",
  activity: "/admin/activity",
  case: "/admin/case",
};

/** Every URL of the console as a function; separate from `paths`, which readers load. */
export const adminPaths = {
  // The desk, and what the console itself needs.
  home: () => "/admin",
  deskSeen: () => "/admin/desk/seen",
  /** Figures of a range, as `from=…&to=…&step=…`; of the last days by default. */
  figures: (range?: string) => (range ? `/admin/figures?${range}` : "/admin/figures"),
  figuresExport: () => "/admin/figures/export",
  /** Search over everything in the console. */
  find: () => "/admin/find",
  /** Second factor; `next` is the page requested before. */
  verify: (next?: string) => withQuery("/admin/verify", { next }),
  /** Page that verifies the viewer's identity again before a dangerous action; `next` is the page requested before. */
  sudo: (next?: string) => withQuery("/admin/sudo", { next }),
  /** The viewer's authenticator app and recovery codes. */
  factor: () => "/admin/factor",
  /** Page that replaces the viewer's authenticator app. */
  newFactor: () => "/admin/factor/new",
  /** Action that claims an item of a queue. */
  claim: () => "/admin/claim",
  /** Action that undoes the viewer's latest decision. */
  undoDecision: () => "/admin/undo",

  // Queues and rules.
  /** Held texts that match the filters. */
  reviews: (filter: ReviewFilter = {}) => withQuery("/admin/review", filter),
  /** Page of one held text. */
  review: (id: number, filter: ReviewFilter = {}) => withQuery(`/admin/review/${id}`, filter),
  /** Page where staff edit a held text before they approve it. */
  reviewEdit: (id: number, filter: ReviewFilter = {}) => withQuery(`/admin/review/${id}/edit`, filter),
  /** Reports that match the filters. */
  reports: (filter: ReportFilter = {}) => withQuery("/admin/report", filter),
  report: ({ kind, id }: ReportedPlace, filter: ReportFilter = {}) => withQuery(`/admin/report/${kind}/${id}`, filter),
  /** Appeals in a state; open ones by default. */
  appeals: (state?: string) => withQuery("/admin/appeal", { state: state === "open" ? undefined : state }),
  appeal: (id: number) => `/admin/appeal/${id}`,
  reviewRules: () => "/admin/rules",
  houseRules: () => "/admin/house-rules",
  words: () => "/admin/words",

  // Texts of members and of staff.
  /** Common prefix of the content pages' paths. */
  allContent: () => "/admin/content",
  /** Content of one kind that matches the filters. */
  contents: (kind: Removable, filter: Record<string, string | undefined> = {}) =>
    withQuery(`/admin/content/${kind}`, filter),
  content: ({ kind, id }: RemovableContent) => `/admin/content/${kind}/${id}`,
  /** Page where staff edit a member's text. */
  rewrite: ({ kind, id }: RemovableContent) => `/admin/content/${kind}/${id}/edit`,
  /** Versions of a text; `version` is displayed if given. */
  versions: ({ kind, id }: RemovableContent, version?: number) =>
    withQuery(`/admin/content/${kind}/${id}/version`, { version }),
  mergeQuestion: (id: number) => `/admin/content/question/${id}/merge`,
  /** All pinned and featured items. */
  placings: () => "/admin/placing",
  /** Pins and featured mark of one item. */
  placing: ({ kind, id }: Placed) => `/admin/placing/${kind}/${id}`,
  /** Staff-written items of one kind: public ones, removed ones, or drafts. */
  editedList: (kind: EditedKind, state?: "removed" | "draft") => withQuery(EDITED[kind], { state }),
  /** Editing page of a staff-written item or a new one, with a draft if given. */
  edited: ({ kind, id, draft }: { kind: EditedKind; id: number | "new"; draft?: number }) =>
    withQuery(`${EDITED[kind]}/${id}`, { draft }),
  /** Preview of a draft. */
  draftPreview: (kind: EditedKind, id: number) => `/admin/draft/${kind}/${id}`,
  forms: (state?: "removed") => withQuery("/admin/form", { state }),
  form: (id: number | "new") => `/admin/form/${id}`,
  /** Submissions of a form that match the filters. */
  submissions: (formId: number, filter: SubmissionFilter = {}) => withQuery(`/admin/form/${formId}/submission`, filter),
  submissionsExport: (formId: number) => `/admin/form/${formId}/export`,
  submission: (id: number) => `/admin/submission/${id}`,
  /** Messages to members in a state, or all. */
  messages: (state?: string) => withQuery("/admin/message", { state }),
  message: (id: number | "new") => `/admin/message/${id}`,

  // Members.
  /** Members, optionally of one state. */
  users: (state?: string, q?: string, page?: string) => withQuery("/admin/user", { state, q, page }),
  user: (id: number) => `/admin/user/${id}`,
  /** Form that mutes a member. */
  mute: (id: number) => `/admin/user/${id}#impose-title`,
  userMerge: (id: number) => `/admin/user/${id}/merge`,
  handover: (id: number) => `/admin/user/${id}/handover`,

  // Zhiku: documents, rights and money.
  /** Tree of zhiku's categories. */
  zhikuCategories: () => "/admin/zhiku/category",
  zhikuCategory: (id: number | "new") => `/admin/zhiku/category/${id}`,
  /** Description of the right to a category, or to all of them. */
  zhikuRightsText: (id: number | "all") => `/admin/zhiku/rights-text/${id}`,
  zhikuHeroes: () => "/admin/zhiku/hero",
  /** Documents of zhiku that match the filters. */
  zhikuContents: (filter: Record<string, string | undefined> = {}) => withQuery("/admin/zhiku/content", filter),
  zhikuContent: (id: number | "new") => `/admin/zhiku/content/${id}`,
  /** Preview of a document for a kind of reader. */
  zhikuPreview: (id: number | "new", as?: string) => withQuery(`/admin/zhiku/content/${id}/preview`, { as }),
  /** Offers of zhiku. */
  offers: () => "/admin/offer",
  offer: (id: number | "new") => `/admin/offer/${id}`,
  /** Batches of redeem codes. */
  codes: () => "/admin/code",
  /** Codes of a batch, optionally of one state and from a cursor. */
  codeBatch: (id: number, filter: { state?: string | undefined; cursor?: string | undefined } = {}) =>
    withQuery(`/admin/code/${id}`, filter),
  /** Rights of members that match the filters. */
  rights: (filter: Record<string, string | undefined> = {}) => withQuery("/admin/right", filter),
  grantRights: (member?: string) => withQuery("/admin/right/grant", { member }),
  importRights: () => "/admin/right/import",
  /** Professional profiles in a state; those to be reviewed by default. */
  profiles: (state?: string, filter: { q?: string | undefined; cursor?: string | undefined } = {}) =>
    withQuery("/admin/profile", { state: state === "waiting" ? undefined : state, ...filter }),
  /** Orders in a state, or all. */
  orders: (state?: string) => withQuery("/admin/order", { state }),
  /** Orders of one member. */
  ordersOf: (userId: number) => `/admin/order?member=${userId}`,
  /** Orders of a date range, as entered. */
  ordersOfDays: (days: { from: string; to: string }) => withQuery("/admin/order", days),
  order: (no: string) => `/admin/order/${no}`,
  ordersExport: () => "/admin/order/export",
  /** Comparison of a day with WeChat Pay's bill; yesterday by default. The list of other days ends before `before`. */
  reconcile: (day?: string, before?: string) => withQuery("/admin/reconcile", { day, before }),

  // The site as readers see it.
  site: () => "/admin/site",
  logo: () => "/admin/site/logo",
  navigation: () => "/admin/site/navigation",
  parts: () => "/admin/site/parts",
  footer: () => "/admin/site/footer",
  verification: () => "/admin/site/verification",
  /** Pictures with links: at the top of the home page, or beside lists. */
  place: (place: "banner" | "poster") => `/admin/site/${place}`,
  recommendedAuthors: () => "/admin/site/author",
  texts: () => "/admin/text",
  text: (key: string) => `/admin/text/${key}`,
  agreements: () => "/admin/agreement",
  agreement: (key: string) => `/admin/agreement/${key}`,
  /** Members who accepted an agreement, or who have not yet, filtered. */
  consents: (key: string, filter: ConsentFilter = {}) => withQuery(`/admin/agreement/${key}/consent`, filter),
  consentsExport: (key: string) => `/admin/agreement/${key}/export`,
  /** Classifications of articles and cases, with a link to the tags. */
  taxonomy: () => "/admin/taxonomy",
  classification: (id: number) => `/admin/taxonomy/class/${id}`,
  newClassification: (kind: string) => `/admin/taxonomy/class/new?kind=${kind}`,
  /** Tags that match the filters. */
  tags: (filter: Record<string, string | undefined> = {}) => withQuery("/admin/taxonomy/tags", filter),
  tag: (name: string) => withQuery("/admin/taxonomy/tag", { name }),
  searchSynonyms: () => "/admin/search-synonyms",

  // Staff, log and machine.
  /** Progress of the site's setup. */
  start: () => "/admin/start",
  staff: () => "/admin/staff",
  log: () => "/admin/log",
  /** The log, with a check of its hash chain. */
  logCheck: () => "/admin/log?check=1",
  /** Log of one staff member's actions. */
  logBy: (userId: number) => `/admin/log?actorId=${userId}`,
  logEntry: (id: number) => `/admin/log/${id}`,
  /** Log of one item. */
  logOf: (kind: string, target: string | number) => `/admin/log?kind=${kind}&target=${encodeURIComponent(target)}`,
  logExport: () => "/admin/log/export",
  /** Rate limits. */
  limits: () => "/admin/limit",
  /** Health of the machine, and site-wide jobs. */
  system: () => "/admin/system",
};
