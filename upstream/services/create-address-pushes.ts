import type { AddressPush } from "./address-push/address-push";
import { type BaiduPushConfig, createBaiduPush } from "./address-push/baidu";
import { createIndexNow, type IndexNowConfig } from "./address-push/indexnow";
import { FAKE_PUSH_TOKEN, type Fakes } from "./fakes";

/** Search engines to push URLs to, and the accounts there. */
export type PushConfig = {
  baidu: { kind: "off" } | { kind: "fake" } | ({ kind: "baidu" } & BaiduPushConfig);
  indexnow: { kind: "off" } | { kind: "fake" } | ({ kind: "indexnow" } & Omit<IndexNowConfig, "origin">);
};

/** Creates the configured clients; fakes use the same clients with another endpoint. */
export function createAddressPushes(
  { push: { baidu, indexnow }, publicOrigin: origin }: { push: PushConfig; publicOrigin: string },
  fakes: Fakes | null,
): AddressPush[] {
  const pushes: AddressPush[] = [];
  if (baidu.kind === "baidu") pushes.push(createBaiduPush(baidu, fetch));
  if (indexnow.kind === "indexnow") pushes.push(createIndexNow({ ...indexnow, origin }, fetch));
  if (!fakes) return pushes;
  const there = "https://engines.fake.invalid";
  if (baidu.kind === "fake") {
    pushes.push(createBaiduPush({ base: there, site: origin, token: FAKE_PUSH_TOKEN }, fakes.engines.fetch));
  }
  if (indexnow.kind === "fake") {
    pushes.push(createIndexNow({ endpoint: `${there}/indexnow`, key: FAKE_PUSH_TOKEN, origin }, fakes.engines.fetch));
  }
  return pushes;
}
