/**
 * Meaning of a mail server's rejection. `permanent`: the mailbox does not exist; `temporary`: not reachable now;
 * `about-us`: the server rejects our mails, or this one.
 */
export type Rejection = "permanent" | "temporary" | "about-us";

/** Enhanced status codes (RFC 3463) of mailboxes and domains that do not exist; Exchange says 5.4.1 for both. */
const NOBODY = /^5\.(?:1\.(?:[0-46]|10)|2\.1|4\.[14])$/;
/** Mailbox full: 5.2.2, although emptying it is all that it takes. */
const FULL = "5.2.2";
/** Replies that mean the mailbox does not exist (RFC 5321) if there is no status; 554 and others reject the mail. */
const NOBODY_REPLIES = ["550", "551", "553"];
/** Words with which servers that send no status, such as QQ 邮箱, say that such a reply is about the sender or the mail. */
const ABOUT_US =
  /frequency|content|denied by|spam|suspected|suspicious|connection|limit|policy|block|blacklist|reputation|spf|dkim|dmarc/i;
/** Addresses and URLs in a reply, whose names say nothing. */
const NAMES = /\S*(?:@|:\/\/)\S*/g;
const UNSPECIFIC = /^[45]\.0\.0$/;

/**
 * Classifies a rejection, whether it came during the session or in a bounce: by its status, or if that is missing or
 * unspecific by the reply code and its words; any may be empty.
 */
export function rejectionOf({ reply, status, words }: { reply: string; status: string; words: string }): Rejection {
  const specific = UNSPECIFIC.test(status) ? "" : status;
  const said = specific || reply || status;
  if (said.startsWith("4") || said === FULL) return "temporary";
  if (specific) return NOBODY.test(specific) ? "permanent" : "about-us";
  return NOBODY_REPLIES.includes(reply) && !ABOUT_US.test(words.replace(NAMES, "")) ? "permanent" : "about-us";
}
