/**
 * Optional parts of an upstream beyond the specified calls, and specified ones that its operator may not have set up
 * (`sms`, `pay`). The app hides what is missing; see `GET /api/ext/capabilities`.
 */
export const CAPABILITIES = [
  "sitemap",
  "icon",
  "tags",
  "totals",
  "authorCard",
  "feed",
  "preview",
  "accept",
  "trash",
  "draft",
  "upload",
  "report",
  "review",
  "appeal",
  "handover",
  "history",
  "proposal",
  "notification-settings",
  "comment-edit",
  "suggest",
  "following",
  "favorite-folder",
  "reading-history",
  "account",
  "passkey",
  "wechat",
  "sms",
  "mail",
  "pay",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Specified capabilities; an upstream that does not report capabilities has them. */
export const SPECIFIED: readonly Capability[] = ["sms", "pay"];

/** Reported in addition by a site that has no owner yet. */
export const UNOWNED = "unowned";
