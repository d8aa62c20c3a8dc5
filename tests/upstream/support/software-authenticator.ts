import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import type { Assertion, NewCredential, PasskeyOptions } from "#app/contract/people/passkey";

/** One deviation from a correct authenticator. */
export type Deviation = {
  /** Origin reported by the browser. */
  origin?: string;
  rpId?: string;
  /** User verification was not performed. */
  unverified?: boolean;
  /** Counter value. */
  counter?: number;
  /** Another person's user handle. */
  userHandle?: string;
  /** Signs with another key. */
  otherKey?: boolean;
  challenge?: string;
};

export type SoftwareAuthenticator = {
  /** Creates a passkey, like `navigator.credentials.create`. */
  create(options: PasskeyOptions, deviation?: Deviation): NewCredential;
  /** Signs a challenge, like `navigator.credentials.get`. */
  get(options: PasskeyOptions, deviation?: Deviation): Assertion;
  credentialId: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const MAY_BE_SYNCED = 0x08;
const SYNCED = 0x10;
const HAS_CREDENTIAL = 0x40;

/**
 * A software authenticator with one passkey, and real keys and signatures (WebAuthn Level 3, ES256, no attestation).
 */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }): SoftwareAuthenticator {
  const id = randomBytes(32);
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = id.toString("base64url");
  let counter = 0;
  let handle = "AAAA";

  const clientData = (type: string, { challenge }: PasskeyOptions, deviation: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, deviation: Deviation, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    counter = deviation.counter ?? counter + 1;
    count.writeUInt32BE(counter);
    const verified = deviation.unverified ? 0 : VERIFIED;
    const hash = createHash("sha256")
      .update(deviation.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([PRESENT | verified | MAY_BE_SYNCED | SYNCED | flags]), count, attested]);
  };
  const credential = {
    id: credentialId,
    rawId: credentialId,
    type: "public-key" as const,
    authenticatorAttachment: "platform" as const,
    clientExtensionResults: {},
  };

  return {
    credentialId,
    create(options, deviation = {}) {
      handle = (options.user as { id: string }).id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(keys.publicKey)]);
      const attestationObject = cborMap([
        [text("fmt"), text("none")],
        [text("attStmt"), Buffer.from([0xa0])],
        [text("authData"), bytes(authenticatorData(HAS_CREDENTIAL, deviation, attested))],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData("webauthn.create", options, deviation).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },
    get(options, deviation = {}) {
      const data = authenticatorData(0, deviation);
      const client = clientData("webauthn.get", options, deviation);
      const key = deviation.otherKey ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : keys.privateKey;
      const hash = createHash("sha256").update(client).digest();
      const signature = createSign("sha256")
        .update(Buffer.concat([data, hash]))
        .sign(key);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: deviation.userHandle ?? handle,
        },
      };
    },
  };
}

/** A public key of P-256 in COSE (RFC 9053): `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cborMap([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, "base64url"))],
    [integer(-3), bytes(Buffer.from(y, "base64url"))],
  ]);
}

/** The head of a CBOR item (RFC 8949) of one kind, with a length or value below 65,536. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
