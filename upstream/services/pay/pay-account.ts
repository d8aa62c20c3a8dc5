import type { KeyObject } from "node:crypto";

/** A merchant at WeChat Pay, and how its two sides know each other. */
export type PayAccount = {
  /** The application that money is asked for in the name of; bound to `mchId`. */
  appId: string;
  mchId: string;
  /** Serial number of the merchant's API certificate. */
  serial: string;
  privateKey: KeyObject;
  /** 32 characters; opens notices. */
  apiV3Key: string;
  /** WeChat Pay's keys by serial: `PUB_KEY_ID_…`, or the serial number of a platform certificate. */
  platformKeys: ReadonlyMap<string, KeyObject>;
};
