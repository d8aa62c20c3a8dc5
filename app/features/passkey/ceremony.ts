import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { PasskeyOptions } from "#app/contract/people/passkey";
import { formOf, RequestError, request } from "#app/forms/request";

/** Path of `routes/passkey-options.ts`. */
const OPTIONS = "/login/passkey";

/** Purpose of a ceremony; see `routes/passkey-options.ts`. */
type Use = "login" | "proof" | "add";

/** Failure of a ceremony; `message` can be shown to the reader. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/**
 * Signs with a passkey of the device.
 * @param offered whether passkeys are offered in the phone field's autofill, until one is chosen or another ceremony
 * begins
 * @param isOver whether the offer has become pointless while its options were requested
 * @returns the assertion as JSON, for a form
 * @throws PasskeyError
 */
export async function signWithPasskey(
  use: "login" | "proof",
  { offered = false, isOver = () => false }: { offered?: boolean; isOver?: () => boolean } = {},
): Promise<string> {
  const options = await optionsOf(use);
  if (isOver()) throw told(new DOMException("", "AbortError"));
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: offered }));
  } catch (error) {
    throw told(error);
  }
}

/**
 * Creates a passkey, on this device or another one.
 * @returns the credential as JSON, for a form
 * @throws PasskeyError
 */
export async function makePasskey(): Promise<string> {
  const options = await optionsOf("add");
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
    return JSON.stringify(await startRegistration({ optionsJSON }));
  } catch (error) {
    throw told(error);
  }
}

async function optionsOf(use: Use): Promise<PasskeyOptions> {
  try {
    return (await request<{ options: PasskeyOptions }>(OPTIONS, { body: formOf({ for: use }) })).options;
  } catch (error) {
    throw error instanceof RequestError ? new PasskeyError(error.message) : error;
  }
}

/** Converts a browser's error. Browsers don't distinguish a refusal from a timeout. */
function told(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new PasskeyError("这台设备上已经有你的通行密钥");
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyError("没有完成，可以再试一次");
  return new PasskeyError("这个浏览器现在不能使用通行密钥");
}
