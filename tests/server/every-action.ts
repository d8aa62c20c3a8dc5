import { encodeId } from "#app/server/urls/short-id.server";
import type { Seed } from "#tests/world/seed-world";
import { CONSOLE_FORMS } from "./console-forms";

/** A form that a route accepts, and the tables that it changes if it comes from our own page. */
export type ActionForm = {
  path: (seed: Seed) => string;
  fields: (seed: Seed) => Record<string, string>;
  /** Tables that the form changes; empty if it only displays or redirects. */
  changes: readonly string[];
};

const TEXT = { title: "一个足够长的标题", content: "正文", intent: "publish", similarShown: "1" };

/** Alice has no access to the console: its calls are tested in tests/upstream/admin/. */
const unchanging = (path: string, fields: Record<string, string>): ActionForm => ({
  path: () => path,
  fields: () => fields,
  changes: [],
});

/**
 * One row for each route with an action, as alice submits it. Uploads have a signature instead:
 * `routes/machines/object`.
 */
export const EVERY_ACTION: Record<string, ActionForm> = {
  "routes/login": {
    path: () => "/login",
    fields: () => ({ intent: "login", method: "password", phone: "13800000002", password: "correct horse" }),
    changes: ["sessions"],
  },
  "routes/complete-registration": {
    path: () => "/login/complete",
    fields: () => ({ nickname: "新名字" }),
    changes: ["users"],
  },
  "routes/welcome": {
    path: () => "/welcome",
    fields: ({ bob }) => ({ person: String(bob) }),
    changes: ["user_follows"],
  },
  "routes/policy/agree": {
    path: () => "/policy/agree",
    fields: () => ({ agreed: "terms.1" }),
    changes: ["consents"],
  },
  "routes/form": {
    path: ({ form }) => `/form/${form}`,
    fields: () => ({ name: "名字" }),
    changes: ["form_submissions"],
  },
  "routes/case/detail": { path: (seed) => `/case/${seed.case}`, fields: () => ({}), changes: [] },
  "routes/wxlogin": { path: () => "/wxlogin?state=a&obj=b", fields: () => ({ intent: "login" }), changes: [] },
  "routes/account/profile": {
    path: () => "/account/profile",
    fields: () => ({ nickname: "改了的名字" }),
    changes: ["users"],
  },
  "routes/account/notifications": {
    path: () => "/account/notifications",
    fields: () => ({ sort: "comment" }),
    changes: ["muted_notifications"],
  },
  "routes/account/secure": {
    path: () => "/account/secure",
    fields: () => ({ intent: "log-out-everywhere" }),
    changes: ["sessions"],
  },
  "routes/write/article": { path: () => "/write/article", fields: () => TEXT, changes: ["articles"] },
  "routes/write/question": { path: () => "/write/question", fields: () => TEXT, changes: ["questions"] },
  "routes/write/answer": {
    path: ({ lonelyQuestion }) => `/write/answer?question=${encodeId(lonelyQuestion)}`,
    fields: () => TEXT,
    changes: ["answers"],
  },
  "routes/write/comment": {
    path: () => "/write/comment",
    fields: ({ article }) => ({ on: `article:${article}`, text: "说得好" }),
    changes: ["comments"],
  },
  "routes/write/correction": {
    path: ({ reply }) => `/write/comment/${reply}`,
    fields: () => ({ text: "没有外键。", version: "1" }),
    changes: ["comments"],
  },
  "routes/write/delete": {
    path: ({ otherAnswer }) => `/write/delete?kind=answer&id=${encodeId(otherAnswer)}`,
    fields: () => ({}),
    changes: ["answers"],
  },
  "routes/write/held": {
    path: ({ held }) => `/write/held/${held}`,
    fields: () => ({ intent: "withdraw" }),
    changes: ["reviews"],
  },
  "routes/write/trash": {
    path: () => "/write/trash",
    // Deleted by the row above.
    fields: ({ otherAnswer }) => ({ kind: "answer", id: String(otherAnswer) }),
    changes: ["answers"],
  },
  "routes/write/proposal": {
    path: ({ answer }) => `/write/proposal/answer/${answer}`,
    fields: () => ({ content: "先加可空的列。", reason: "说得短一些", version: "1" }),
    changes: ["news", "proposals"],
  },
  "routes/proposal": {
    path: ({ proposal }) => `/proposal/${proposal}`,
    fields: () => ({ intent: "withdraw" }),
    changes: ["proposals"],
  },
  "routes/favorite/put": {
    path: ({ otherArticle }) => `/favorite/article/${otherArticle}`,
    fields: ({ folder }) => ({ folderIds: String(folder) }),
    changes: ["articles", "favorite_places", "favorites", "users"],
  },
  "routes/favorite/folder": {
    path: ({ folder }) => `/favorite/folder/${folder}`,
    fields: () => ({ intent: "save", name: "先放这里" }),
    changes: ["favorite_folders"],
  },
  "routes/appeal": {
    path: ({ refused }) => `/appeal/review/${refused}`,
    fields: () => ({ words: "这不是广告，请再看一次" }),
    changes: ["appeals"],
  },
  "routes/appeal-ban": {
    path: () => "/appeal/ban",
    fields: () => ({ words: "这不是广告，请再看一次", ticket: "1.1.1.x" }),
    changes: [],
  },
  "routes/admin/system/handover": {
    path: () => "/handover",
    fields: () => ({ intent: "look", token: "a-link-that-was-never-made" }),
    changes: [],
  },
  "routes/history": {
    path: ({ article }) => `/history/article/${encodeId(article)}?version=1`,
    fields: () => ({ hidden: "1" }),
    changes: ["text_versions"],
  },
  "routes/report": {
    path: ({ answer }) => `/report?on=answer:${answer}`,
    fields: () => ({ reason: "spam" }),
    changes: ["reports"],
  },
  "routes/write/submit": { path: () => "/write/article.json", fields: () => TEXT, changes: ["articles"] },
  "routes/write/draft": { path: () => "/write/draft/article", fields: () => TEXT, changes: ["drafts"] },
  "routes/write/drafts": {
    path: () => "/write/drafts",
    // Saved by the row above.
    fields: () => ({ target: "article/new" }),
    changes: ["drafts"],
  },
  "routes/write/preview": { path: () => "/write/preview", fields: () => TEXT, changes: [] },
  "routes/write/upload": {
    path: () => "/write/upload",
    fields: () => ({ fileName: "a.png", contentType: "image/png", bytes: "9" }),
    changes: ["objects"],
  },
  "routes/zhiku/profile": {
    path: () => "/zhiku/profile",
    fields: () => ({
      name: "林知远",
      company: "某公司",
      department: "产品部",
      position: "经理",
      phone: "13800000001",
      email: "lin@example.com",
    }),
    changes: ["zhiku_profiles"],
  },
  "routes/zhiku/rights": {
    path: () => "/zhiku/rights",
    fields: ({ offer }) => ({
      offerId: String(offer),
      requestId: "5f0c2f0e-6d3a-4c55-9b7e-0d7a3a4f3c11",
      agreed: "1",
    }),
    changes: ["consents", "zhiku_orders"],
  },
  "routes/zhiku/orders": { path: () => "/zhiku/orders", fields: () => ({ code: "none such" }), changes: [] },
  "routes/zhiku/order": { path: () => "/zhiku/orders/2026010100000000", fields: () => ({}), changes: [] },
  "routes/dev/pay": { path: () => "/_dev/pay", fields: () => ({ orderNo: "1", act: "notify" }), changes: [] },
  "routes/dev/inbox": { path: () => "/_dev/inbox", fields: () => ({ service: "sms", fault: "" }), changes: [] },
  "routes/actions/mark-read": { path: () => "/actions/read-news", fields: () => ({}), changes: ["news"] },
  "routes/actions/wechat-page": {
    path: () => "/actions/weixin-page",
    fields: () => ({ url: "http://127.0.0.1:3000/about" }),
    changes: [],
  },
  // The test host is an IP address, which has no passkeys: tests/routes/account/passkey.test.ts.
  "routes/passkey-options": { path: () => "/login/passkey", fields: () => ({ for: "login" }), changes: [] },
  "routes/actions/captcha": {
    path: () => "/actions/captcha",
    fields: () => ({ type: "pow" }),
    changes: ["one_time_tokens"],
  },
  "routes/actions/sms-code": {
    path: () => "/actions/sms-code",
    fields: () => ({ intent: "send-code:login", phone: "13900000009" }),
    changes: [],
  },
  "routes/actions/delete-comment": {
    path: () => "/actions/delete-comment",
    fields: ({ reply }) => ({ id: String(reply) }),
    changes: ["comments"],
  },
  "routes/actions/reaction": {
    path: () => "/actions/reaction",
    fields: ({ otherArticle }) => ({ reaction: `like:article:${otherArticle}:on` }),
    changes: ["likes"],
  },
  "routes/actions/accept": {
    path: () => "/actions/accept",
    fields: ({ question }) => ({ questionId: String(question) }),
    changes: ["questions"],
  },
  "routes/zhiku/search": { path: () => "/zhiku/search", fields: () => ({}), changes: [] },
  "routes/zhiku/article": {
    path: ({ zhikuContent }) => `/zhiku/article/${encodeId(zhikuContent)}`,
    fields: () => ({ use: "download" }),
    changes: ["zhiku_downloads"],
  },
  "routes/zhiku/original": {
    path: ({ zhikuContent }) => `/zhiku/article/${encodeId(zhikuContent)}/original`,
    fields: () => ({}),
    changes: ["zhiku_downloads"],
  },
  "routes/zhiku/journey": {
    path: () => "/zhiku/journey",
    fields: ({ zhikuContent }) => ({ contentId: String(zhikuContent) }),
    changes: ["zhiku_journeys"],
  },
  "routes/zhiku/history": {
    path: () => "/zhiku/history",
    // Started by the row above.
    fields: ({ zhikuContent }) => ({ contentId: String(zhikuContent) }),
    changes: ["zhiku_readings"],
  },
  "routes/actions/logout": { path: () => "/actions/logout", fields: () => ({}), changes: ["sessions"] },
  ...Object.fromEntries(Object.entries(CONSOLE_FORMS).map(([id, { path, fields }]) => [id, unchanging(path, fields)])),
  "routes/admin/system/setup": {
    path: () => "/setup",
    fields: () => ({ token: "x".repeat(43), phone: "13900000009", nickname: "站长", password: "很长的一个密码-2026" }),
    changes: [],
  },
};
