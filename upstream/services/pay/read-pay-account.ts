import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { PayAccount } from "./pay-account";

type KeySetting = "WXPAY_PRIVATE_KEY" | "WXPAY_PUBLIC_KEY" | "WXPAY_CERTIFICATE";
type Settings = Record<
  KeySetting | "WECHAT_MP_APP_ID" | "WXPAY_MCH_ID" | "WXPAY_SERIAL" | "WXPAY_API_V3_KEY" | "WXPAY_PUBLIC_KEY_ID",
  string
>;

const API_V3_KEY_BYTES = 32;

/** Returns the merchant account in the settings; null if they are invalid, with the reasons added to `problems`. */
export function readPayAccount(settings: Settings, problems: string[]): PayAccount | null {
  const before = problems.length;
  const needed = ["WECHAT_MP_APP_ID", "WXPAY_SERIAL", "WXPAY_PRIVATE_KEY"] as const;
  for (const name of needed) if (!settings[name]) problems.push(`${name}: 设置了 WXPAY_MCH_ID，也要设置它`);
  if (Buffer.byteLength(settings.WXPAY_API_V3_KEY) !== API_V3_KEY_BYTES) {
    problems.push(`WXPAY_API_V3_KEY: 应当正好是 ${API_V3_KEY_BYTES} 个字符`);
  }
  if (Boolean(settings.WXPAY_PUBLIC_KEY) !== Boolean(settings.WXPAY_PUBLIC_KEY_ID)) {
    problems.push("WXPAY_PUBLIC_KEY: 要和 WXPAY_PUBLIC_KEY_ID 一起设置");
  }
  if (!settings.WXPAY_PUBLIC_KEY && !settings.WXPAY_CERTIFICATE) {
    problems.push("WXPAY_PUBLIC_KEY: 设置了 WXPAY_MCH_ID，也要设置它，或 WXPAY_CERTIFICATE");
  }
  /** Parses the key in a setting, or in the file that it names; null if the setting is empty or invalid. */
  const read = <T>(name: KeySetting, make: (pem: string) => T): T | null => {
    if (!settings[name]) return null;
    try {
      return make(pemOf(settings[name]));
    } catch (error) {
      // Only the error code, because the setting's value must not be logged.
      problems.push(`${name}: 读不出密钥（${(error as { code?: string }).code ?? "不是 PEM"}）`);
      return null;
    }
  };
  const privateKey = read("WXPAY_PRIVATE_KEY", createPrivateKey);
  const publicKey = read("WXPAY_PUBLIC_KEY", createPublicKey);
  const certificates = read("WXPAY_CERTIFICATE", keysOfCertificates) ?? [];
  if (problems.length > before || !privateKey) return null;
  return {
    appId: settings.WECHAT_MP_APP_ID,
    mchId: settings.WXPAY_MCH_ID,
    serial: settings.WXPAY_SERIAL,
    privateKey,
    apiV3Key: settings.WXPAY_API_V3_KEY,
    platformKeys: new Map([
      ...certificates,
      ...(publicKey ? [[settings.WXPAY_PUBLIC_KEY_ID, publicKey] as const] : []),
    ]),
  };
}

/** PEM text of a setting (with `\n` in place of lost line breaks), or of the file at that path. */
const pemOf = (setting: string): string =>
  setting.includes("-----BEGIN") ? setting.replaceAll("\\n", "\n") : readFileSync(setting, "utf8");

/** Keys of one or several platform certificates, by serial number. @throws Error if there is none */
function keysOfCertificates(pem: string): [serial: string, key: KeyObject][] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error("no certificate");
  return blocks.map((block) => {
    const certificate = new X509Certificate(block);
    return [certificate.serialNumber.toUpperCase(), certificate.publicKey];
  });
}
