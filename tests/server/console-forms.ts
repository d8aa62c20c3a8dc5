/** A filled-in form of the console, and the input that must be returned if it can't be saved. */
type ConsoleForm = {
  path: string;
  fields: Record<string, string>;
  /** Typed input; null if nothing is typed: a choice, a button, or a secret. */
  typed: string | null;
};

const TYPED = "写了很久的一段话";

/**
 * One row for each console route with an action; `unsaved-console-forms.test.ts` submits them when nothing can be
 * saved.
 */
export const CONSOLE_FORMS: Record<`routes/admin/${string}`, ConsoleForm> = {
  "routes/admin/site/agreement": {
    path: "/admin/agreement/terms",
    fields: { title: "用户协议", content: TYPED, version: "1", intent: "publish" },
    typed: TYPED,
  },
  "routes/admin/content/announcement": {
    path: "/admin/announcement/new",
    fields: { title: "不该有的公告", content: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/content/activity": {
    path: "/admin/activity/new",
    fields: { title: "不该有的活动", content: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/content/case": {
    path: "/admin/case/new",
    fields: { title: "不该有的案例", content: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/content/form": {
    path: "/admin/form/new",
    fields: { title: "志愿者报名", "fields.0.label": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/desk/desk-seen": { path: "/admin/desk/seen", fields: { at: "2026-01-01T00:00:00.000Z" }, typed: null },
  "routes/admin/content/submission": {
    path: "/admin/submission/1",
    fields: { note: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/content/submissions": {
    path: "/admin/form/1/submission",
    fields: { item: "1", state: "in" },
    typed: null,
  },
  "routes/admin/desk/figures-export": {
    path: "/admin/figures/export",
    fields: { from: "2026-01-01", to: "2026-01-31", step: "day" },
    typed: null,
  },
  "routes/admin/content/submissions-export": { path: "/admin/form/1/export", fields: {}, typed: null },
  "routes/admin/site/consents-export": { path: "/admin/agreement/terms/export", fields: {}, typed: null },
  "routes/admin/zhiku/code-batch": {
    path: "/admin/code/1",
    fields: { intent: "void", item: "1", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/zhiku/codes": {
    path: "/admin/code",
    fields: { offerId: "1", count: "3", note: TYPED },
    typed: TYPED,
  },
  "routes/admin/review/appeal": { path: "/admin/appeal/1", fields: { intent: "keep", note: TYPED }, typed: TYPED },
  "routes/admin/review/undo-decision": { path: "/admin/undo", fields: { what: "review", log: "1" }, typed: null },
  "routes/admin/review/claim": { path: "/admin/claim", fields: { queue: "appeal", target: "1" }, typed: null },
  "routes/admin/content/content": {
    path: "/admin/content/article/1",
    fields: { intent: "remove", rule: "ads", note: TYPED, item: "1" },
    typed: TYPED,
  },
  "routes/admin/content/contents": {
    path: "/admin/content/article",
    fields: { intent: "remove", rule: "ads", note: TYPED, item: "1" },
    typed: TYPED,
  },
  "routes/admin/system/log-entry": { path: "/admin/log/1", fields: { reason: TYPED }, typed: TYPED },
  "routes/admin/system/log-export": { path: "/admin/log/export", fields: { from: "2026-01-01", to: "" }, typed: null },
  "routes/admin/content/message": {
    path: "/admin/message/new",
    fields: { title: "不该有的消息", text: TYPED, to: "all", intent: "save" },
    typed: TYPED,
  },
  "routes/admin/content/question-merge": {
    path: "/admin/content/question/1/merge",
    fields: { intent: "merge", into: "2", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/content/content-edit": {
    path: "/admin/content/article/1/edit",
    fields: { title: "不该有的标题", content: TYPED, tags: "", version: "1", reason: "放错了地方" },
    typed: TYPED,
  },
  "routes/admin/content/versions": {
    path: "/admin/content/article/1/version?version=1",
    fields: { present: "2", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/content/placing": {
    path: "/admin/placing/article/1",
    fields: { home: "on", "home.until": "2199-01-01T08:00" },
    typed: "2199-01-01T08:00",
  },
  "routes/admin/content/placings": { path: "/admin/placing", fields: { order: "2,1" }, typed: null },
  "routes/admin/zhiku/offer": {
    path: "/admin/offer/new",
    fields: { name: "不该有的商品", description: TYPED, price: "198", days: "365", intent: "save" },
    typed: TYPED,
  },
  "routes/admin/zhiku/offers": { path: "/admin/offer", fields: { order: "2,1" }, typed: null },
  "routes/admin/zhiku/order": {
    path: "/admin/order/2026010100000000000000",
    fields: { intent: "refund", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/zhiku/orders-export": {
    path: "/admin/order/export",
    fields: { from: "2026-01-01", to: "2026-01-31" },
    typed: null,
  },
  "routes/admin/zhiku/reconcile": { path: "/admin/reconcile", fields: { day: "2026-01-01" }, typed: null },
  "routes/admin/zhiku/orders": { path: "/admin/order", fields: { limit: "1234.5" }, typed: "1234.5" },
  "routes/admin/review/report": {
    path: "/admin/report/article/1",
    fields: { intent: "remove", rule: "ads", note: TYPED, item: "article:1" },
    typed: TYPED,
  },
  "routes/admin/review/reports": {
    path: "/admin/report",
    fields: { intent: "remove", rule: "ads", note: TYPED, item: "article:1" },
    typed: TYPED,
  },
  "routes/admin/review/review": {
    path: "/admin/review/1",
    fields: { intent: "refuse", rule: "ads", note: TYPED, item: "1:1" },
    typed: TYPED,
  },
  "routes/admin/review/review-edit": {
    path: "/admin/review/1/edit",
    fields: { title: "不该有的标题", content: TYPED, tags: "", version: "1" },
    typed: TYPED,
  },
  "routes/admin/review/review-rules": {
    path: "/admin/rules",
    fields: { "rules.article.firstPosts": TYPED, version: "0" },
    typed: TYPED,
  },
  "routes/admin/site/search-synonyms": {
    path: "/admin/search-synonyms",
    fields: { synonyms: TYPED, version: "0" },
    typed: TYPED,
  },
  "routes/admin/review/house-rules": {
    path: "/admin/house-rules",
    fields: { "rules.0.name": "不该有的规则", "rules.0.text": TYPED, version: "0", intent: "save" },
    typed: TYPED,
  },
  "routes/admin/review/reviews": {
    path: "/admin/review",
    fields: { intent: "refuse", rule: "ads", note: TYPED, item: "1:1" },
    typed: TYPED,
  },
  "routes/admin/site/site-authors": {
    path: "/admin/site/author",
    fields: { "people.0.userId": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/site/site-footer": {
    path: "/admin/site/footer",
    fields: { "links.0.label": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/site/site-verification": {
    path: "/admin/site/verification",
    fields: { baidu: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/site/site-navigation": {
    path: "/admin/site/navigation",
    fields: { "links.0.label": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/site/site-parts": { path: "/admin/site/parts", fields: { on: "case", version: "0" }, typed: "case" },
  "routes/admin/site/site-logo": { path: "/admin/site/logo", fields: { name: TYPED, intent: "save" }, typed: TYPED },
  "routes/admin/site/site-place": {
    path: "/admin/site/banner",
    fields: { "rows.0.title": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/system/limits": {
    path: "/admin/limit",
    fields: { "limits.publishDay": TYPED, version: "0" },
    typed: TYPED,
  },
  "routes/admin/system/system": { path: "/admin/system", fields: { kind: "recount" }, typed: null },
  "routes/admin/system/start": { path: "/admin/start", fields: { what: "objects" }, typed: null },
  "routes/admin/zhiku/profiles": {
    path: "/admin/profile",
    fields: { intent: "reject", item: "1:2026-03-01T00:00:00.000Z", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/zhiku/rights": { path: "/admin/right", fields: { item: "1", reason: TYPED }, typed: TYPED },
  "routes/admin/zhiku/right-grant": {
    path: "/admin/right/grant",
    fields: { people: "1", category: "all", days: "30", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/zhiku/right-import": {
    path: "/admin/right/import",
    fields: { intent: "check", text: TYPED, reason: "年度客户" },
    typed: TYPED,
  },
  "routes/admin/system/staff": {
    path: "/admin/staff",
    fields: { intent: "grant", userId: TYPED, role: "editor" },
    typed: TYPED,
  },
  "routes/admin/system/sudo": { path: "/admin/sudo", fields: { password: "correct horse" }, typed: null },
  "routes/admin/site/text": { path: "/admin/text/about", fields: { content: TYPED, intent: "save" }, typed: TYPED },
  "routes/admin/user/user-merge": {
    path: "/admin/user/1/merge",
    fields: { intent: "try", into: "2", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/user/user-handover": {
    path: "/admin/user/1/handover",
    fields: { intent: "make", days: "17" },
    typed: "17",
  },
  "routes/admin/user/users": {
    path: "/admin/user",
    fields: { intent: "impose", sanction: "mute", days: "7", reason: TYPED, item: "1" },
    typed: TYPED,
  },
  "routes/admin/user/user": {
    path: "/admin/user/1",
    fields: { intent: "impose", sanction: "mute", days: "7", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/site/taxonomy": {
    path: "/admin/taxonomy",
    fields: { intent: "article", "place.1": "4321" },
    typed: "4321",
  },
  "routes/admin/site/tag": {
    path: `/admin/taxonomy/tag?name=${encodeURIComponent("数据库")}`,
    fields: { intent: "merge", to: "不存在的标签", reason: TYPED },
    typed: TYPED,
  },
  "routes/admin/site/classification": {
    path: "/admin/taxonomy/class/new?kind=article",
    fields: { name: TYPED, slug: "", intent: "save" },
    typed: TYPED,
  },
  "routes/admin/zhiku/zhiku-categories": { path: "/admin/zhiku/category", fields: { order: ":2,1" }, typed: null },
  "routes/admin/zhiku/zhiku-category": {
    path: "/admin/zhiku/category/new",
    fields: { name: "数据", description: TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/zhiku/zhiku-content": {
    path: "/admin/zhiku/content/new",
    fields: { title: "不该有的资料", type: "article", categoryId: "1", content: TYPED, intent: "save" },
    typed: TYPED,
  },
  // Its input is in the other window, in the submitted form.
  "routes/admin/zhiku/zhiku-preview": {
    path: "/admin/zhiku/content/new/preview",
    fields: { title: "一份资料", type: "article", categoryId: "1", content: TYPED, as: "visitor" },
    typed: null,
  },
  "routes/admin/zhiku/zhiku-heroes": {
    path: "/admin/zhiku/hero",
    fields: { "heroes.0.title": TYPED, intent: "save" },
    typed: TYPED,
  },
  "routes/admin/zhiku/zhiku-rights-text": {
    path: "/admin/zhiku/rights-text/all",
    fields: { title: "全库", content: TYPED },
    typed: TYPED,
  },
  "routes/admin/review/words": { path: "/admin/words", fields: { intent: "test", text: TYPED }, typed: TYPED },
  "routes/admin/system/factor": { path: "/admin/factor", fields: {}, typed: null },
  "routes/admin/system/new-factor": { path: "/admin/factor/new", fields: { code: "123456" }, typed: null },
  "routes/admin/system/verify": { path: "/admin/verify", fields: { code: "123456" }, typed: null },
};
