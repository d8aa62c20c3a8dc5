import type { z } from "zod";
import type { assertion, newCredential } from "#app/contract/people/passkey";
import { textOf } from "#app/forms/read-form.server";
import { UpstreamError } from "#app/server/errors/upstream-error";

/** Assertion in a form's `credential`; verified by the upstream. @throws UpstreamError if it is missing */
export const assertionIn = (form: FormData) => objectIn(form) as z.input<typeof assertion>;

/** New passkey in a form's `credential`; verified by the upstream. @throws UpstreamError if it is missing */
export const newCredentialIn = (form: FormData) => objectIn(form) as z.input<typeof newCredential>;

function objectIn(form: FormData): object {
  try {
    const value: unknown = JSON.parse(textOf(form, "credential"));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Our scripts always send JSON.
  }
  throw new UpstreamError("INVALID_PARAMS", "通行密钥要用到浏览器的脚本，请打开后再试", {}, "passkey");
}
