import { FAKE_OFFICIAL_ACCOUNT, FAKE_TEMPLATE, FAKE_WECHAT_APP, type Fakes } from "./fakes";
import { createOfficialAccount, type OfficialAccount, type OfficialAccountConfig } from "./wechat/official-account";
import { createOpenPlatform } from "./wechat/open-platform";
import type { Wechat, WechatAppConfig } from "./wechat/wechat";

/** Path that WeChat's page sends a browser back to. */
const CALLBACK_PATH = "/wechat-author";
const FAKE_API = "https://wechat.fake.invalid";
const fakePages = (publicOrigin: string) => `${publicOrigin}/_dev/wechat`;

/** The app of the open platform by which people log in. */
export type WechatConfig = { kind: "off" } | { kind: "fake" } | ({ kind: "wechat" } & WechatAppConfig);
/** The official account whose JS-SDK and payments are used inside WeChat. */
export type OfficialAccountSetting = { kind: "off" } | { kind: "fake" } | ({ kind: "wechat" } & OfficialAccountConfig);

/** The open platform that the configuration names, or the fake's, whose page the demo shows. Null: no WeChat login. */
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

/** The official account that the configuration names, or the fake's. Null: no JS-SDK, no paying inside WeChat. */
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
