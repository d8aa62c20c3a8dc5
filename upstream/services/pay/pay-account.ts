import type { KeyObject } from "node:crypto";

/** A merchant account at WeChat Pay, with the keys of both sides. */
export type PayAccount = {
  /** Application that requests payments; bound to `mchId`. */
  appId: string;
  mchId: string;
  /** Serial number of the merchant's API certificate. */
  serial: string;
  privateKey: KeyObject;
  /** 32 characters; decrypts notifications. */
  apiV3Key: string;
  /** WeChat Pay's keys by serial: `PUB_KEY_ID_…`, or the serial number of a platform certificate. */
  platformKeys: ReadonlyMap<string, KeyObject>;
};
