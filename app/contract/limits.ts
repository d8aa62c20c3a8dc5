/** Sizes and lengths that both sides enforce. Lengths are counted in code points. */
export const TITLE_MIN = 5;
export const TITLE_MAX = 100;
export const BODY_MAX = 100_000;
export const COMMENT_MAX = 2_000;
export const REPORT_MAX = 500;
export const TAGS_MAX = 5;
export const TAG_LENGTH_MAX = 20;
export const NICKNAME_MAX = 20;
export const BIO_MAX = 500;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const SEARCH_MAX = 60;
export const PAGE_SIZE = 20;
export const PAGE_SIZE_MAX = 50;

const MIB = 1024 * 1024;
/** Bytes. */
export const IMAGE_BYTES_MAX = 10 * MIB;
/** Bytes. */
export const ATTACHMENT_BYTES_MAX = 200 * MIB;
/** Milliseconds. */
export const DOCUMENT_DOWNLOAD_TIMEOUT = 5 * 60 * 1000;
