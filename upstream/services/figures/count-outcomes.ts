import type { NoteSecurity } from "#log/security-events";
import type { Mail } from "#upstream/services/mail/mail";
import type { Sms } from "#upstream/services/sms/sms";
import type { OfficialAccount } from "#upstream/services/wechat/official-account";
import type { FigureCounts } from "./figure-counts";

const LOGINS = {
  sms: "login.sms",
  password: "login.password",
  weixin: "login.weixin",
  passkey: "login.passkey",
} as const;

/** Counts successful and failed logins by wrapping the security log. */
export function countLogins(figures: FigureCounts, noteSecurity: NoteSecurity): NoteSecurity {
  return (event, fields) => {
    noteSecurity(event, fields);
    const method = String(fields.method);
    if (event === "login_failed") figures.count("login.failed");
    if (event === "login" && Object.hasOwn(LOGINS, method)) figures.count(LOGINS[method as keyof typeof LOGINS]);
  };
}

/** Counts sent and failed SMS. */
export const countMessages = (figures: FigureCounts, sms: Sms | null): Sms | null =>
  sms && { sendCode: counted(figures, "sms", (phone: string, code: string) => sms.sendCode(phone, code)) };

/** Counts sent and failed mails. */
export const countLetters = (figures: FigureCounts, mail: Mail | null): Mail | null =>
  mail && { ...mail, send: counted(figures, "mail", mail.send) };

/** Counts sent and failed messages of the official account. */
export function countTemplateMessages(figures: FigureCounts, account: OfficialAccount | null): OfficialAccount | null {
  if (!account?.messages) return account;
  const { messages } = account;
  return { ...account, messages: { ...messages, send: counted(figures, "wechat", messages.send) } };
}

function counted<Args extends unknown[], T>(
  figures: FigureCounts,
  channel: "sms" | "mail" | "wechat",
  send: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      const sent = await send(...args);
      figures.count(`${channel}.sent`);
      return sent;
    } catch (error) {
      figures.count(`${channel}.failed`);
      throw error;
    }
  };
}
