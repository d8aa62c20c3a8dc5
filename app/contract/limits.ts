/** Sizes and lengths that both sides enforce. Lengths are counted in code points. */
export const TITLE_MIN = 5;
/** Characters of a title. */
export const TITLE_MAX = 100;
/** Characters of a body, in Markdown. */
export const BODY_MAX = 100_000;
/** Characters of a comment. */
export const COMMENT_MAX = 2_000;
/** Versions of one text that are kept, the present one included. */
export const VERSIONS_KEPT = 50;
/** Characters of what an author says about a change of theirs. */
export const EDIT_REASON_MAX = 100;
/** Characters of why a reader suggests a change, and of what the author says to it. */
export const PROPOSAL_WORDS_MAX = 200;
/** Characters of the words that go with a report. */
export const REPORT_MAX = 500;
/** Characters of an appeal. */
export const APPEAL_MAX = 500;
/** Tags of one text. */
export const TAGS_MAX = 5;
/** Characters of a tag. */
export const TAG_LENGTH_MAX = 20;
/** Characters of a nickname. */
export const NICKNAME_MAX = 20;
/** Characters of a profile's 个人简介. */
export const BIO_MAX = 500;
/** Characters of a mail address; RFC 5321 §4.5.3.1.3, without its brackets. */
export const MAIL_ADDRESS_MAX = 254;
/** Characters of a folder of favourites' name. */
export const FOLDER_NAME_MAX = 30;
/** Folders of one person's favourites. */
export const FOLDERS_MAX = 50;
/** Favourites in one folder. */
export const FOLDER_SIZE_MAX = 1_000;
/** Characters that a password has at least. */
export const PASSWORD_MIN = 8;
/** Characters that a password has at most. */
export const PASSWORD_MAX = 128;
/** Characters of a passkey's name. */
export const PASSKEY_NAME_MAX = 30;
/** Passkeys of one person. */
export const PASSKEYS_MAX = 10;
/** Characters of a search query. */
export const SEARCH_MAX = 200;
/** Characters of one for which something is suggested. */
export const SUGGESTED_FOR_MAX = 40;
/** Entries of a page, unless asked otherwise. */
export const PAGE_SIZE = 20;
/** Entries that a page may be asked for. */
export const PAGE_SIZE_MAX = 50;

const MIB = 1024 * 1024;
/** Bytes. */
export const IMAGE_BYTES_MAX = 10 * MIB;
/** Bytes. */
export const ATTACHMENT_BYTES_MAX = 200 * MIB;
/** Milliseconds. */
export const DOCUMENT_DOWNLOAD_TIMEOUT = 5 * 60 * 1000;
/** Files of one document of zhiku, its original apart. */
export const ZHIKU_FILES_MAX = 20;
/** Rules of the house: staff choose from them with each decision. */
export const HOUSE_RULES_MAX = 20;
/** Days that a link by which an author takes an account over holds, unless somebody says otherwise. */
export const HANDOVER_DAYS = 7;
/** Days that such a link holds at most. */
export const HANDOVER_DAYS_MAX = 30;
