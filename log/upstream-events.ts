import type { Log } from "./log";

/** Events of the upstream: its calls, services and jobs. docs/operations.md explains each. */
export const UPSTREAM_EVENTS = {
  call_failed: { level: "error", message: "request failed" },
  slow_statement: { level: "warn", message: "a statement took long" },
  not_ready: { level: "error", message: "not ready" },
  ready_again: { level: "info", message: "ready again" },
  sweep_failed: { level: "error", message: "sweep failed" },
  machine_check: { level: "warn", message: "something of the machine or its settings does not work" },
  machine_advice: { level: "info", message: "something of the machine or its settings could be better" },
  job_failed: { level: "error", message: "a job broke off" },
  job_ended: { level: "info", message: "a job came to its end" },
  agreements_applied: { level: "info", message: "versions of agreements whose day has come" },
  pictures_placed_at_time: { level: "info", message: "banners and posters came or went, as staff had said" },
  hidden_at_time: { level: "info", message: "things that staff wrote went off the site, as they had said" },
  placed_ended: { level: "info", message: "pins and marks of staff whose time is over" },
  drafts_published: { level: "info", message: "drafts of the console whose time has come" },
  scheduled_draft_failed: { level: "error", message: "a draft could not be published at its time" },
  times_settled: { level: "warn", message: "the clock was put back; what it had put off is due again" },
  trash_purged: { level: "info", message: "purged what was deleted 30 days ago" },
  work_folders_removed: { level: "info", message: "removed folders that killed processes have left" },
  left_files_removed: { level: "info", message: "removed unfinished backups that killed processes have left" },
  orphans_removed: { level: "info", message: "removed files that nothing names" },
  unused_files_removed: { level: "info", message: "removed files that nothing shows" },
  words_unreadable: { level: "error", message: "sensitive words can't be read" },
  words_empty: { level: "info", message: "there are no sensitive words: nothing is refused or held for review" },
  login_impossible: {
    level: "info",
    message: "nobody can log in by a code or by WeChat: SMS_PROVIDER and WECHAT_APP_ID are not set",
  },
  sms_budget_spent: { level: "error", message: "the day's budget of short messages is used up" },
  sms_failed: { level: "error", message: "a short message was not sent" },
  address_push_failed: { level: "error", message: "a search engine was not told of new addresses" },
  mail_failed: { level: "error", message: "a letter was not sent" },
  mail_bounced: { level: "info", message: "a letter came back: nobody is at its address" },
  wechat_message_failed: { level: "error", message: "a message of the official account was not sent" },
  wechat_code_refused: { level: "info", message: "WeChat knows no such code, or no longer" },
  wechat_failed: { level: "error", message: "wechat did not tell who it is" },
  prepay_failed: { level: "error", message: "WeChat Pay took no order" },
  order_query_failed: { level: "error", message: "an order could not be asked about" },
  order_cancel_failed: { level: "error", message: "an order could not be cancelled" },
  order_close_failed: { level: "error", message: "an order of a closed account could not be closed yet" },
  files_left: { level: "error", message: "files of a closed account could not be deleted yet" },
  payment_mismatch: { level: "error", message: "a payment is not of the order's amount" },
  payment_late: { level: "error", message: "a closed order was paid; the money goes back" },
  refund_failed: { level: "error", message: "money of a closed order did not go back yet" },
  refund_refused: { level: "error", message: "WeChat Pay refused a refund that staff asked for" },
  reconcile_failed: { level: "error", message: "WeChat Pay did not give the bill of a day" },
  reconcile_differs: { level: "error", message: "WeChat Pay's bill of a day is not what is here" },
  refund_mismatch: { level: "error", message: "a refund is not of the order's amount" },
  refund_abnormal: { level: "error", message: "a refund does not arrive: see to it at WeChat Pay's pages" },
  pay_notification_unknown_order: { level: "error", message: "a notice about an order that is not here" },
  pay_notification_refused: { level: "info", message: "a notice was refused" },
  pay_notification_ignored: { level: "info", message: "a notice about something else than a payment or a refund" },
  preview_failed: { level: "error", message: "a document can't be stamped" },
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
