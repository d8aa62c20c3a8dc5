import type { z } from "zod";
import type { assertion, newCredential } from "#app/contract/passkey";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/upstream-error";

/**
 * Assertion that an authenticator signed, as a form's `credential` holds it; the upstream looks at it. @throws
 * UpstreamError without one
 */
export const assertionIn = (form: FormData) => objectIn(form) as z.input<typeof assertion>;

/** The passkey that an authenticator made, as a form's `credential` holds it. @throws UpstreamError without one */
export const newCredentialIn = (form: FormData) => objectIn(form) as z.input<typeof newCredential>;

function objectIn(form: FormData): object {
  try {
    const value: unknown = JSON.parse(textOf(form, "credential"));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // What is no JSON was made by none of our scripts.
  }
  throw new UpstreamError("INVALID_PARAMS", "通行密钥要用到浏览器的脚本，请打开后再试", {}, "passkey");
}
