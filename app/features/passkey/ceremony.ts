import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import type { PasskeyOptions } from "#app/contract/passkey";
import { formOf, RequestError, request } from "#app/forms/request";

/** Address of `routes/passkey-options.ts`. */
const OPTIONS = "/login/passkey";

/** Use of a signature; see `routes/passkey-options.ts`. */
type Use = "login" | "proof" | "add";

/** A passkey that was not used, or not made; `message` is fit to show. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/**
 * Has one of the device's passkeys sign. @returns the signature, as forms send it
 * @param offered among what the browser fills into the phone field, until somebody chooses it or another ceremony begins
 * @throws PasskeyError
 */
export async function signWithPasskey(use: "login" | "proof", { offered = false } = {}): Promise<string> {
  const options = await optionsOf(use);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  try {
    return JSON.stringify(await startAuthentication({ optionsJSON, useBrowserAutofill: offered }));
  } catch (error) {
    throw told(error);
  }
}

/** Has the device, or another one, make a passkey. @returns it, as forms send it. @throws PasskeyError */
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

/** Browsers say the same of who refused and of who let the time pass. */
function told(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new PasskeyError("这台设备上已经有你的通行密钥");
  if (name === "NotAllowedError" || name === "AbortError") return new PasskeyError("没有完成，可以再试一次");
  return new PasskeyError("这个浏览器现在不能使用通行密钥");
}
