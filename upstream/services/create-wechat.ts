import { FAKE_OFFICIAL_ACCOUNT, FAKE_TEMPLATE, FAKE_WECHAT_APP, type Fakes } from "./fakes";
import { createOfficialAccount, type OfficialAccount, type OfficialAccountConfig } from "./wechat/official-account";
import { createOpenPlatform } from "./wechat/open-platform";
import type { Wechat, WechatAppConfig } from "./wechat/wechat";

/** Path to which WeChat's page sends the browser back. */
const CALLBACK_PATH = "/wechat-author";
const FAKE_API = "https://wechat.fake.invalid";
const fakePages = (publicOrigin: string) => `${publicOrigin}/_dev/wechat`;

/** Website application of the open platform, for logins. */
export type WechatConfig = { kind: "off" } | { kind: "fake" } | ({ kind: "wechat" } & WechatAppConfig);
/** Official account, for the JS-SDK and payments inside WeChat. */
export type OfficialAccountSetting = { kind: "off" } | { kind: "fake" } | ({ kind: "wechat" } & OfficialAccountConfig);

/**
 * Creates the configured client of the open platform; for the fake, whose page the demo serves, the same client with
 * other URLs. Null if WeChat login is off.
 */
export function createWechat(
  { wechat, publicOrigin }: { wechat: WechatConfig; publicOrigin: string },
  fakes: Fakes | null,
): Wechat | null {
  const callbackUrl = publicOrigin + CALLBACK_PATH;
  switch (wechat.kind) {
    case "wechat":
      return createOpenPlatform({ ...wechat, callbackUrl }, fetch);
    case "fake": {
      const bases = { openBase: fakePages(publicOrigin), apiBase: FAKE_API };
      return fakes && createOpenPlatform({ ...FAKE_WECHAT_APP, ...bases, callbackUrl }, fakes.wechat.fetch);
    }
    case "off":
      return null;
  }
}

/**
 * Creates the configured client of the official account; for the fake, the same client with other URLs. Null if it is
 * off: no JS-SDK, no payments inside WeChat.
 */
export function createOwnAccount(
  { officialAccount, publicOrigin }: { officialAccount: OfficialAccountSetting; publicOrigin: string },
  clock: () => Date,
  fakes: Fakes | null,
): OfficialAccount | null {
  switch (officialAccount.kind) {
    case "wechat":
      return createOfficialAccount(officialAccount, { fetch, clock });
    case "fake": {
      const bases = { openBase: fakePages(publicOrigin), apiBase: FAKE_API };
      const config = { ...FAKE_OFFICIAL_ACCOUNT, ...bases, template: FAKE_TEMPLATE };
      return fakes && createOfficialAccount(config, { fetch: fakes.wechat.fetch, clock });
    }
    case "off":
      return null;
  }
}
