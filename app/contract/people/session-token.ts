import { z } from "zod";

/** Maximum length; a cookie has 4,096 bytes for everything. */
const TOKEN_MAX = 3000;

/** Token of a login, as it fits into an Authorization header (RFC 6750) and a cookie: ours, a JWT, or Base64. */
export const TOKEN_PATTERN = new RegExp(`^(?=.{16,${TOKEN_MAX}}$)[\\w\\-.~+/]+=*$`);

/**
 * Token in the reply to a login. The app would not read any other back from its cookie, so the reader would seem to be
 * logged in and be nobody.
 */
export const sessionToken = z.string().regex(TOKEN_PATTERN);
