import type { Generated } from "kysely";
import type { Bit } from "./columns";

/** Passkeys (WebAuthn credentials) by which members log in: public keys, of which the private halves never leave a device. */
export type PasskeysTable = {
  id: Generated<number>;
  user_id: number;
  /** Base64url, as authenticators name it. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Random name of the person for their authenticators, base64url; the same for all of one person's. */
  user_handle: string;
  /** Uses, as the authenticator counts them; always 0 where it does not. */
  counter: number;
  /** JSON: ways by which browsers reach the authenticator. */
  transports: string;
  /** Kept by the owner's account elsewhere, on all of their devices. */
  synced: Bit;
  name: string;
  created_at: string;
  last_used_at: string | null;
};
