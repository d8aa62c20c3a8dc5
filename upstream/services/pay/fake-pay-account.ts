import { generateKeyPairSync, type KeyObject } from "node:crypto";
import type { PayAccount } from "./pay-account";

/** Both sides of a fake merchant account: ours, and WeChat Pay's. */
export type FakePayAccount = {
  ours: PayAccount;
  theirs: { merchantKey: KeyObject; platformSerial: string; platformKey: KeyObject };
};

const PLATFORM_SERIAL = "PUB_KEY_ID_0000000000000000000000000000000000";

/** Creates a merchant account with fresh keys. Generating them is slow, so it happens on first use. */
export function createFakePayAccount(appId: string): FakePayAccount {
  const pair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
  const merchant = lazily(pair);
  const platform = lazily(pair);
  return {
    ours: {
      appId,
      mchId: "1900000000",
      serial: "0000000000000000000000000000000000DEC0DE",
      apiV3Key: "demo-key-of-thirty-two-letters-0",
      get privateKey() {
        return merchant().privateKey;
      },
      get platformKeys() {
        return new Map([[PLATFORM_SERIAL, platform().publicKey]]);
      },
    },
    theirs: {
      platformSerial: PLATFORM_SERIAL,
      get merchantKey() {
        return merchant().publicKey;
      },
      get platformKey() {
        return platform().privateKey;
      },
    },
  };
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
