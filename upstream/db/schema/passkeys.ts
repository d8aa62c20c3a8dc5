import type { Generated } from "kysely";
import type { Bit } from "./columns";

/** Passkeys (WebAuthn credentials) of members: public keys whose private keys never leave a device. */
export type PasskeysTable = {
  id: Generated<number>;
  user_id: number;
  /** Id given by the authenticator, base64url. */
  credential_id: string;
  /** Public key as a COSE key, base64url. */
  public_key: string;
  /** Random user handle for authenticators, base64url; one per person. */
  user_handle: string;
  /** The authenticator's signature counter; always 0 if it has none. */
  counter: number;
  /** JSON: transports by which browsers reach the authenticator. */
  transports: string;
  /** Whether it is synced across its owner's devices by an account elsewhere. */
  synced: Bit;
  name: string;
  created_at: string;
  last_used_at: string | null;
};
