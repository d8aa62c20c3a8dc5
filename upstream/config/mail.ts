import { isMailAddress } from "#app/contract/notification/mail-address";
import type { MailConfig } from "#upstream/services/create-mail";
import type { Environment } from "./environment";
import { mustNotBeAlone } from "./external-services";

const TLS_PORT = 465;
const STARTTLS_PORT = 587;

/** The configured mail server, the fake in the demo, or none; missing settings are added to `problems`. */
export function mailOf(e: Environment, problems: string[]): MailConfig {
  if (!e.SMTP_URL) mustNotBeAlone(e, problems, "SMTP_HOST", ["SMTP_USER", "SMTP_PASSWORD"]);
  if (!e.SMTP_URL && !e.SMTP_HOST) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  if (e.SMTP_URL && e.SMTP_HOST) problems.push("SMTP_HOST: SMTP_URL 已经写了服务器，请只设置一个");
  const [, name = "", address = ""] = /^(?:"?([^"<>]*?)"?\s*<)?([^<>\s]+)>?$/.exec(e.SMTP_FROM.trim()) ?? [];
  if (!isMailAddress(address))
    problems.push("SMTP_FROM: 要写一个邮箱地址，如 notice@example.com，或 社区 <notice@example.com>");
  const account = accountOf(e, problems);
  if (account.user && !account.password) problems.push("SMTP_PASSWORD: 设置了 SMTP_USER，也要设置它");
  const requireTls = e.APP_MODE === "production" && !e.ALLOW_INSECURE_ORIGIN;
  const bounces = e.MAIL_BOUNCES.trim();
  if (bounces && !isBounceAddress(bounces))
    problems.push("MAIL_BOUNCES: 要写一个没有 + 的邮箱地址，@ 之前最多 20 个字符，如 bounces@example.com");
  return { kind: "smtp", ...account, requireTls, from: { name: name.trim(), address }, bounces };
}

/** Leaves room in the local part for a token after a + (RFC 5321). */
const isBounceAddress = (address: string): boolean => isMailAddress(address) && /^[^+@]{1,20}@/.test(address);

function accountOf(e: Environment, problems: string[]) {
  if (!e.SMTP_URL) {
    const { SMTP_HOST: host, SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: password } = e;
    return { host, port, secure: port === TLS_PORT, user, password };
  }
  const url = new URL(e.SMTP_URL);
  const secure = url.protocol === "smtps:";
  const decoded = (part: string) => {
    try {
      return decodeURIComponent(part);
    } catch {
      problems.push("SMTP_URL: 用户名和密码中的 % 要写成 %25，或改用 SMTP_USER 和 SMTP_PASSWORD");
      return part;
    }
  };
  return {
    host: url.hostname,
    port: Number(url.port) || (secure ? TLS_PORT : STARTTLS_PORT),
    secure,
    user: decoded(url.username),
    password: decoded(url.password),
  };
}
