/**
 * Problem of settings that name a public https origin but no APP_MODE; null if there is none. The demo would start there,
 * in which anybody can log in as anybody.
 */
export function problemOfPublicDemo({ APP_MODE, PUBLIC_ORIGIN }: Record<string, string | undefined>): string | null {
  if (APP_MODE || !PUBLIC_ORIGIN?.startsWith("https://")) return null;
  return "APP_MODE: 没有设置，而 PUBLIC_ORIGIN 是公开的地址。正式的站请设置 APP_MODE=production；想公开一个谁都能登录的演示，就写明 APP_MODE=demo";
}
