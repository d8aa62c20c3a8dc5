/**
 * Parts that an upstream may have beside the specified calls, and what of those its operator has set up (`sms`,
 * `pay`). The app
 * hides what is missing; see `GET /api/ext/capabilities`.
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
  "account",
  "passkey",
  "wechat",
  "sms",
  "mail",
  "pay",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Specified; an upstream that does not speak of capabilities has them. */
export const SPECIFIED: readonly Capability[] = ["sms", "pay"];

/** Said beside them by a site that nobody owns yet. */
export const UNOWNED = "unowned";
