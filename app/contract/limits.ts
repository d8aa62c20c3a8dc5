// Sizes and lengths that both sides enforce. Lengths are counted in code points.

/** Minimum characters of a title. */
export const TITLE_MIN = 5;
/** Maximum characters of a title. */
export const TITLE_MAX = 100;
/** Maximum characters of a body, in Markdown. */
export const BODY_MAX = 100_000;
/** Maximum characters of a comment. */
export const COMMENT_MAX = 2_000;
/** Maximum versions kept of one text, including the current one. */
export const VERSIONS_KEPT = 50;
/** Maximum characters of an author's reason for a change. */
export const EDIT_REASON_MAX = 100;
/** Maximum characters of the reason for a proposal, and of the author's answer. */
export const PROPOSAL_WORDS_MAX = 200;
/** Maximum characters of a report's text. */
export const REPORT_MAX = 500;
/** Maximum submissions of one's own that a form's page lists. */
export const OWN_SUBMISSIONS_SHOWN = 50;
/** Maximum characters of an appeal. */
export const APPEAL_MAX = 500;
/** Maximum number of tags of one text. */
export const TAGS_MAX = 5;
/** Maximum characters of a tag. */
export const TAG_LENGTH_MAX = 20;
/** Maximum characters of a nickname. */
export const NICKNAME_MAX = 20;
/** Maximum characters of a profile's 个人简介. */
export const BIO_MAX = 500;
/** Maximum characters of a mail address; RFC 5321 §4.5.3.1.3, without its brackets. */
export const MAIL_ADDRESS_MAX = 254;
/** Maximum characters of a favorite folder's name. */
export const FOLDER_NAME_MAX = 30;
/** Maximum number of favorite folders per person. */
export const FOLDERS_MAX = 50;
/** Maximum number of favorites in one folder. */
export const FOLDER_SIZE_MAX = 1_000;
/** Minimum characters of a password. */
export const PASSWORD_MIN = 8;
/** Maximum characters of a password. */
export const PASSWORD_MAX = 128;
/** Maximum characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 30;
/** Maximum number of passkeys per person. */
export const PASSKEYS_MAX = 10;
/** Maximum characters of a search query. */
export const SEARCH_MAX = 200;
/** Maximum hits of a search that are counted and listed. */
export const FOUND_MAX = 500;
/** Maximum characters of a query for which there are suggestions. */
export const SUGGESTED_FOR_MAX = 40;
/** Default number of entries per page. */
export const PAGE_SIZE = 20;
/** Maximum number of entries per page. */
export const PAGE_SIZE_MAX = 50;

const MIB = 1024 * 1024;
/** Maximum bytes of a picture. */
export const IMAGE_BYTES_MAX = 10 * MIB;
/** Maximum bytes of an attachment. */
export const ATTACHMENT_BYTES_MAX = 200 * MIB;
/** Milliseconds until the download of a document times out. */
export const DOCUMENT_DOWNLOAD_TIMEOUT = 5 * 60 * 1000;
/** Maximum number of files of one zhiku document, not counting its original. */
export const ZHIKU_FILES_MAX = 20;
/** Maximum number of house rules, from which staff choose with each decision. */
export const HOUSE_RULES_MAX = 20;
/** Default validity, in days, of a link to take over an author. */
export const HANDOVER_DAYS = 7;
/** Maximum validity of such a link, in days. */
export const HANDOVER_DAYS_MAX = 30;
/** Maximum number of drafts per person; saving one more deletes the oldest. */
export const DRAFTS_MAX = 100;
/** Maximum characters of a redeem code as it is typed, or pasted with the message that it came in. */
export const REDEEM_CODE_MAX = 300;
