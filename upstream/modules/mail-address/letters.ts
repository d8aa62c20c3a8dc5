import type { Services } from "#upstream/call/context";
import { readSetting } from "#upstream/modules/config/settings";
import { composeLetter } from "#upstream/modules/mail/compose";
import type { Letter } from "#upstream/services/mail/mail";
import { maskAddress } from "./mask-address";

/** Letter with the code that confirms an address. */
export async function codeLetter(services: Services, to: string, code: string): Promise<Letter> {
  const site = (await readSetting(services, "logo")).name;
  const words = composeLetter(
    [`你的验证码是 ${code}，15 分钟内有效。`, "请回到“账号与安全”，在邮箱那一项填入它。"],
    [
      `有人在${site}（${services.config.publicOrigin}）填写了这个邮箱。如果不是你，不用理会：没有验证码，不会再有邮件寄来。`,
    ],
  );
  return { to, site, subject: `${site}：邮箱验证码 ${code}`, ...words };
}

/** Letter to the previous address; `now` is the new one, null if it was removed. */
export async function formerLetter(services: Services, to: string, now: string | null): Promise<Letter> {
  const site = (await readSetting(services, "logo")).name;
  const done = now === null ? "移除了" : `换成了 ${maskAddress(now)}`;
  const words = composeLetter(
    [`你在${site}的账号，通知邮箱已经${done}，不会再有通知寄到这里。`],
    [
      "如果不是你本人，请立即登录、修改密码，并让陌生的设备退出登录：",
      { words: "账号与安全", url: `${services.config.publicOrigin}/account/secure` },
    ],
  );
  return { to, site, subject: `${site}：通知邮箱已${now === null ? "移除" : "更换"}`, ...words };
}
