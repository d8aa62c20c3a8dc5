/**
 * Headers of every answer. Pages bring a Content-Security-Policy of their own; everything else may do nothing.
 * Referrer-Policy keeps the origin: with `no-referrer` browsers send `Origin: null` and our own forms are refused.
 */
export function securityHeaders(secure: boolean): [string, string][] {
  const YEAR = 365 * 24 * 60 * 60;
  return [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(secure ? ([["Strict-Transport-Security", `max-age=${YEAR}; includeSubDomains`]] as [string, string][]) : []),
  ];
}

/** For answers that are no page: nothing in them may load or run, and nobody may frame them. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
