import type { AppLoadContext } from "@remix-run/node";
import { env } from "./env.server";
import { POLICY_REPORTS } from "./policy-reports.server";
import { forgetEndedLogin } from "./session.server";

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
    ["Cross-Origin-Embedder-Policy", "credentialless"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["X-Frame-Options", "DENY"],
    ["Reporting-Endpoints", `policy="${POLICY_REPORTS}"`],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ...(secure ? ([["Strict-Transport-Security", `max-age=${YEAR}; includeSubDomains`]] as [string, string][]) : []),
  ];
}

/** For answers that are no page: nothing in them may load or run, and nobody may frame them. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Puts on an answer of the app what it has not said itself, the end of a login too. Our own server would do it again; any other would not.
 * @param alone that no page is made of it: then nothing in it may load or run, and nobody keeps it unasked
 */
export function addMissingHeaders(headers: Headers, context: AppLoadContext, alone: boolean): void {
  const add = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  for (const [name, value] of securityHeaders(env().secure)) add(name, value);
  add("Content-Security-Policy", INERT_POLICY);
  if (alone || context.personal) add("Cache-Control", "no-store");
  forgetEndedLogin(headers, context);
}
