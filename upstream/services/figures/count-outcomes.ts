import type { NoteSecurity } from "#log/security-events";
import type { Mail } from "#upstream/services/mail/mail";
import type { Sms } from "#upstream/services/sms/sms";
import type { FigureCounts } from "./figure-counts";

const LOGINS = {
  sms: "login.sms",
  password: "login.password",
  weixin: "login.weixin",
  passkey: "login.passkey",
} as const;

/** Counts logins and failed ones, wherever the security log hears of them. */
export function countLogins(figures: FigureCounts, noteSecurity: NoteSecurity): NoteSecurity {
  return (event, fields) => {
    noteSecurity(event, fields);
    const method = String(fields.method);
    if (event === "login_failed") figures.count("login.failed");
    if (event === "login" && Object.hasOwn(LOGINS, method)) figures.count(LOGINS[method as keyof typeof LOGINS]);
  };
}

/** Counts messages that went out and those that did not. */
export function countMessages(figures: FigureCounts, sms: Sms | null): Sms | null {
  if (!sms) return null;
  return {
    async sendCode(phone, code) {
      try {
        await sms.sendCode(phone, code);
        figures.count("sms.sent");
      } catch (error) {
        figures.count("sms.failed");
        throw error;
      }
    },
  };
}

/** Counts letters that went out and those that did not. */
export function countLetters(figures: FigureCounts, mail: Mail | null): Mail | null {
  if (!mail) return null;
  return {
    ...mail,
    async send(letter) {
      try {
        await mail.send(letter);
        figures.count("mail.sent");
      } catch (error) {
        figures.count("mail.failed");
        throw error;
      }
    },
  };
}
