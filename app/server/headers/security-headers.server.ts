import type { AppLoadContext } from "@remix-run/node";
import { forgetEndedLogin } from "#app/server/cookies/session.server";
import { env } from "#app/server/env.server";
import { POLICY_REPORTS } from "./policy-reports.server";

/**
 * Security headers of every response. Pages add a Content-Security-Policy of their own; everything else gets an inert
 * one. Referrer-Policy keeps the origin: with `no-referrer` browsers send `Origin: null`, and our own forms would be
 * refused.
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

/** Content security policy of responses that are not pages: nothing may load or run, nobody may frame them. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * Adds missing headers to a response of the app, including the one that clears a rejected login's cookie. Our own
 * server would add them anyway; other servers would not.
 * @param alone the response is not part of a page: it gets an inert policy and, unless it says otherwise, is not cached
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
