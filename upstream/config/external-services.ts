import { bucketUrl } from "#app/contract/files/bucket-url";
import type { PayConfig } from "#upstream/services/create-pay";
import type { SmsConfig } from "#upstream/services/create-sms";
import type { OfficialAccountSetting, WechatConfig } from "#upstream/services/create-wechat";
import { readPayAccount } from "#upstream/services/pay/read-pay-account";
import type { ObjectsConfig } from "#upstream/services/storage/create-object-store";
import { type MessageTemplate, readTemplateFields, TEMPLATE_WORDS } from "#upstream/services/wechat/template-message";
import type { Environment } from "./environment";

/** The S3 bucket, or the local folder. */
export function objectsOf(e: Environment, problems: string[]): ObjectsConfig {
  if (e.S3_ENDPOINT && !(e.S3_BUCKET && e.S3_ACCESS_KEY && e.S3_SECRET_KEY)) {
    problems.push("S3_ENDPOINT: 还要设置 S3_BUCKET、S3_ACCESS_KEY 和 S3_SECRET_KEY");
  }
  mustNotBeAlone(e, problems, "S3_ENDPOINT", ["S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY"]);
  mustBeSafe("S3_ENDPOINT", e.S3_ENDPOINT, e, problems);
  mustBeSafe("S3_PUBLIC_URL", e.S3_PUBLIC_URL, e, problems);
  if (!e.S3_ENDPOINT) return { kind: "local" };
  return {
    kind: "s3",
    endpoint: e.S3_ENDPOINT,
    bucket: e.S3_BUCKET,
    region: e.S3_REGION,
    accessKey: e.S3_ACCESS_KEY,
    secretKey: e.S3_SECRET_KEY,
    publicUrl: e.S3_PUBLIC_URL || bucketUrl({ endpoint: e.S3_ENDPOINT, bucket: e.S3_BUCKET }),
  };
}

/** The configured SMS provider; missing settings are added to `problems`. */
export function smsOf(e: Environment, problems: string[]): SmsConfig {
  const provider = e.SMS_PROVIDER ?? (e.APP_MODE === "demo" ? "fake" : "off");
  const needed = ["SMS_ACCESS_KEY", "SMS_SECRET_KEY", "SMS_SIGN_NAME", "SMS_TEMPLATE"] as const;
  mustNotBeAlone(e, problems, "SMS_PROVIDER", needed);
  if (provider === "off") return { kind: "off" };
  if (provider === "fake") {
    if (e.APP_MODE === "production") problems.push("SMS_PROVIDER: fake 只用于演示；正式的站写 aliyun、tencent 或 off");
    return { kind: "fake" };
  }
  for (const name of needed) if (!e[name]) problems.push(`${name}: 用 ${provider} 要设置它`);
  if (provider === "tencent" && !e.SMS_APP_ID) problems.push("SMS_APP_ID: 用 tencent 要设置它");
  mustBeSafe("SMS_ENDPOINT", e.SMS_ENDPOINT, e, problems);
  if (provider === "aliyun") {
    return {
      kind: "aliyun",
      endpoint: e.SMS_ENDPOINT ?? "https://dysmsapi.aliyuncs.com",
      accessKeyId: e.SMS_ACCESS_KEY,
      accessKeySecret: e.SMS_SECRET_KEY,
      signName: e.SMS_SIGN_NAME,
      templateCode: e.SMS_TEMPLATE,
    };
  }
  return {
    kind: "tencent",
    endpoint: e.SMS_ENDPOINT ?? "https://sms.tencentcloudapi.com",
    secretId: e.SMS_ACCESS_KEY,
    secretKey: e.SMS_SECRET_KEY,
    region: e.SMS_REGION,
    sdkAppId: e.SMS_APP_ID,
    signName: e.SMS_SIGN_NAME,
    templateId: e.SMS_TEMPLATE,
  };
}

/** Login by WeChat: the website application, the fake in the demo, or none. */
export function wechatOf(e: Environment, problems: string[]): WechatConfig {
  mustNotBeAlone(e, problems, "WECHAT_APP_ID", ["WECHAT_APP_SECRET"]);
  if (!e.WECHAT_APP_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  if (!e.WECHAT_APP_SECRET) problems.push("WECHAT_APP_SECRET: 设置了 WECHAT_APP_ID，也要设置它");
  mustBeSafe("WECHAT_OPEN_BASE", e.WECHAT_OPEN_BASE, e, problems);
  mustBeSafe("WECHAT_API_BASE", e.WECHAT_API_BASE, e, problems);
  return {
    kind: "wechat",
    appId: e.WECHAT_APP_ID,
    appSecret: e.WECHAT_APP_SECRET,
    openBase: e.WECHAT_OPEN_BASE,
    apiBase: e.WECHAT_API_BASE,
  };
}

/** The official account (服务号), the fake in the demo, or none. */
export function officialAccountOf(e: Environment, problems: string[]): OfficialAccountSetting {
  const template = templateOf(e, problems);
  mustNotBeAlone(e, problems, "WECHAT_MP_APP_ID", ["WECHAT_MP_APP_SECRET"]);
  if (!e.WECHAT_MP_APP_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  if (!e.WECHAT_MP_APP_SECRET) problems.push("WECHAT_MP_APP_SECRET: 设置了 WECHAT_MP_APP_ID，也要设置它");
  mustBeSafe("WECHAT_OPEN_BASE", e.WECHAT_OPEN_BASE, e, problems);
  mustBeSafe("WECHAT_API_BASE", e.WECHAT_API_BASE, e, problems);
  return {
    kind: "wechat",
    appId: e.WECHAT_MP_APP_ID,
    appSecret: e.WECHAT_MP_APP_SECRET,
    openBase: e.WECHAT_OPEN_BASE,
    apiBase: e.WECHAT_API_BASE,
    template,
  };
}

/** Template of the account's messages, if any. */
function templateOf(e: Environment, problems: string[]): MessageTemplate | null {
  if (!e.WECHAT_MP_TEMPLATE) return null;
  if (!e.WECHAT_MP_APP_ID) problems.push("WECHAT_MP_TEMPLATE: 也要设置有这个模板的公众号 WECHAT_MP_APP_ID");
  const fields = readTemplateFields(e.WECHAT_MP_TEMPLATE_FIELDS);
  if (!fields) {
    problems.push(
      `WECHAT_MP_TEMPLATE_FIELDS: 要写模板的各个字段和其中的内容（${TEMPLATE_WORDS.join("、")}），如 thing1=words,time2=time`,
    );
  }
  return { id: e.WECHAT_MP_TEMPLATE, fields: fields ?? {} };
}

/** The WeChat Pay merchant, the fake in the demo, or none. */
export function payOf(e: Environment, problems: string[]): PayConfig {
  mustNotBeAlone(e, problems, "WXPAY_MCH_ID", ["WXPAY_SERIAL", "WXPAY_PRIVATE_KEY", "WXPAY_API_V3_KEY"]);
  if (!e.WXPAY_MCH_ID) return { kind: e.APP_MODE === "demo" ? "fake" : "off" };
  mustBeSafe("WXPAY_BASE", e.WXPAY_BASE, e, problems);
  const account = readPayAccount(e, problems);
  return account ? { kind: "wechat", account, base: e.WXPAY_BASE } : { kind: "off" };
}

/**
 * Refuses settings that would be ignored because the one that they belong to is missing: their service would be off
 * without a word.
 */
export function mustNotBeAlone<N extends keyof Environment>(
  e: Environment,
  problems: string[],
  main: N,
  others: readonly (keyof Environment)[],
): void {
  const set = e[main] === undefined || e[main] === "" ? others.find((name) => e[name] !== "") : undefined;
  if (set) problems.push(`${main}: 设置了 ${set}，也要设置它，否则不起作用`);
}

/** Requires https, since secrets and codes are sent there; except for tests on loopback. */
export function mustBeSafe(name: string, address: string | undefined, e: Environment, problems: string[]): void {
  if (e.APP_MODE !== "production" || e.ALLOW_INSECURE_ORIGIN || !address || address.startsWith("https://")) return;
  problems.push(`${name}: 正式的站要用 https`);
}
