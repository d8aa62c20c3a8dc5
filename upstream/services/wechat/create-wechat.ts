import type { UpstreamConfig } from "#upstream/config";
import { FAKE_WECHAT_APP, type Fakes } from "../fakes";
import { createOpenPlatform } from "./open-platform";
import type { Wechat } from "./wechat";

/** Where WeChat's page sends a browser back to. */
const CALLBACK_PATH = "/wechat-author";

/** The open platform that the configuration names, or the fake's, whose page the demo shows. Null: no WeChat login. */
export function createWechat(
  { wechat, publicOrigin }: Pick<UpstreamConfig, "wechat" | "publicOrigin">,
  fakes: Fakes | null,
): Wechat | null {
  const callbackUrl = publicOrigin + CALLBACK_PATH;
  switch (wechat.kind) {
    case "wechat":
      return createOpenPlatform({ ...wechat, callbackUrl }, fetch);
    case "fake": {
      const [openBase, apiBase] = [`${publicOrigin}/_dev/wechat`, "https://wechat.fake.invalid"];
      return fakes && createOpenPlatform({ ...FAKE_WECHAT_APP, openBase, apiBase, callbackUrl }, fakes.wechat.fetch);
    }
    case "off":
      return null;
  }
}
