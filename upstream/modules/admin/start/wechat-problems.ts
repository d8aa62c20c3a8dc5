import type { Services } from "#upstream/call/context";

/** Problems of the WeChat login's settings; empty for the fake, and if it is not configured. */
export function wechatProblems({ wechat, publicOrigin }: Services["config"]): string[] {
  if (wechat.kind !== "wechat") return [];
  const { hostname } = new URL(publicOrigin);
  const problems: string[] = [];
  if (!/^wx[0-9a-f]{16}$/.test(wechat.appId)) problems.push("WECHAT_APP_ID 应是 wx 加 16 位：请填网站应用的 AppID");
  if (!/^[0-9a-f]{32}$/.test(wechat.appSecret)) problems.push("WECHAT_APP_SECRET 应是 32 位：请填网站应用的 AppSecret");
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) {
    problems.push(`PUBLIC_ORIGIN 的 ${hostname} 不能作授权回调域：微信扫码登录要一个域名`);
  }
  return problems;
}
