import type { Log } from "./log";

/** Events of the upstream: its calls, services and jobs. docs/operations.md explains each. */
export const UPSTREAM_EVENTS = {
  call_failed: { level: "error", message: "a call failed" },
  slow_statement: { level: "warn", message: "slow SQL statement" },
  not_ready: { level: "error", message: "not ready" },
  ready_again: { level: "info", message: "ready again" },
  read_only: { level: "warn", message: "read-only: nobody can write or log in, and regular jobs don't run" },
  writable_again: { level: "info", message: "writable again" },
  sweep_failed: { level: "error", message: "a regular job failed" },
  machine_check: { level: "warn", message: "a check of the machine or its settings failed" },
  machine_advice: { level: "info", message: "the machine or its settings could be improved" },
  job_failed: { level: "error", message: "a job failed" },
  job_ended: { level: "info", message: "a job ended" },
  agreements_applied: { level: "info", message: "versions of agreements took effect" },
  pictures_placed_at_time: {
    level: "info",
    message: "banners or posters appeared or disappeared at their scheduled time",
  },
  hidden_at_time: { level: "info", message: "items were hidden at their scheduled time" },
  placed_ended: { level: "info", message: "pins or marks expired" },
  drafts_published: { level: "info", message: "drafts were published at their scheduled time" },
  scheduled_draft_failed: { level: "error", message: "a draft could not be published at its scheduled time" },
  times_settled: { level: "warn", message: "the clock was set back; what it had postponed is due again" },
  trash_purged: { level: "info", message: "texts deleted 30 days ago were purged" },
  work_folders_removed: { level: "info", message: "temporary folders of killed processes were deleted" },
  left_files_removed: { level: "info", message: "unfinished backups and exports of killed processes were deleted" },
  orphans_removed: { level: "info", message: "stored files without a record were deleted" },
  unused_files_removed: { level: "info", message: "unused files were deleted" },
  words_unreadable: { level: "error", message: "the list of sensitive words can't be read" },
  words_empty: { level: "info", message: "there are no sensitive words: no text is refused or held for review" },
  login_impossible: {
    level: "info",
    message: "nobody can log in by SMS or WeChat: SMS_PROVIDER and WECHAT_APP_ID are not set",
  },
  sms_budget_spent: { level: "error", message: "the daily limit of text messages is used up" },
  sms_failed: { level: "error", message: "a text message could not be sent" },
  address_push_failed: { level: "error", message: "new URLs could not be submitted to a search engine" },
  mail_failed: { level: "error", message: "a mail could not be sent" },
  mail_bounced: { level: "info", message: "a mail bounced: its mailbox does not exist" },
  wechat_message_failed: { level: "error", message: "a message of the official account could not be sent" },
  wechat_code_refused: { level: "info", message: "WeChat rejected a login code: used or expired" },
  wechat_failed: { level: "error", message: "WeChat did not return the user's openid" },
  prepay_failed: { level: "error", message: "WeChat Pay rejected the order" },
  order_query_failed: { level: "error", message: "an order could not be queried at WeChat Pay" },
  order_cancel_failed: { level: "error", message: "an order could not be cancelled" },
  order_close_failed: { level: "error", message: "an order of a closed account has not been closed yet" },
  files_left: { level: "error", message: "files of a closed account have not been deleted yet" },
  payment_mismatch: { level: "error", message: "the amount paid differs from the order's amount" },
  payment_late: { level: "error", message: "a closed order was paid and will be refunded" },
  refund_failed: { level: "error", message: "a closed order has not been refunded yet" },
  refund_refused: { level: "error", message: "WeChat Pay rejected a refund requested by staff" },
  reconcile_failed: { level: "error", message: "WeChat Pay's daily bill could not be retrieved" },
  reconcile_differs: { level: "error", message: "WeChat Pay's daily bill differs from our records" },
  refund_mismatch: { level: "error", message: "the amount refunded differs from the order's amount" },
  refund_abnormal: { level: "error", message: "a refund could not be delivered: resolve it in WeChat Pay's console" },
  pay_notification_unknown_order: { level: "error", message: "payment notification for an unknown order" },
  pay_notification_refused: { level: "info", message: "payment notification rejected" },
  pay_notification_ignored: { level: "info", message: "payment notification ignored: neither a payment nor a refund" },
  preview_failed: { level: "error", message: "a document could not be watermarked" },
} as const satisfies Record<string, { level: "error" | "warn" | "info"; message: string }>;

export type UpstreamEvent = keyof typeof UPSTREAM_EVENTS;

/** Logs an event of the upstream with fields; no secrets, and no user content. */
export type NoteUpstream = (event: UpstreamEvent, fields?: Record<string, unknown>) => void;

/** Logs the upstream's events, each with its level. */
export const createUpstreamEvents =
  (log: Log): NoteUpstream =>
  (event, fields = {}) => {
    const { level, message } = UPSTREAM_EVENTS[event];
    log(level, message, { event, ...fields });
  };
