import { randomUUID } from "node:crypto";
import type { Trial } from "#app/contract/admin/system/start";
import { SECOND } from "#runtime/time-units";
import type { StaffCall } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { sendTrialCode } from "#upstream/modules/sms/codes";
import { createOrderNo } from "#upstream/modules/zhiku/order/order-no";
import { requestFailure } from "#upstream/services/external/request-failure";
import { MailError, mailProblem } from "#upstream/services/mail/mail";
import { PayError } from "#upstream/services/pay/pay";
import { WechatError } from "#upstream/services/wechat/wechat";

/** Timeout in milliseconds for a bucket's response to a browser. */
const STORE_WAITS = 10 * SECOND;

/**
 * Tests of each external service with real requests that cost nothing.
 * @returns the result, in a sentence
 * @throws BusinessError with the problem and how to fix it
 */
export const TRIALS: Record<Trial, (call: StaffCall) => Promise<string>> = {
  sms: trySms,
  objects: tryObjects,
  wechat: tryWechat,
  account: tryAccount,
  mail: tryMail,
  pay: tryPay,
};

/** Sends a code to the caller. @throws BusinessError PHONE_REQUIRED, SMS_FAILED, RATE_LIMITED */
async function trySms(call: StaffCall): Promise<string> {
  const { db, viewer, client, sms } = call;
  if (!sms) throw new BusinessError("SMS_FAILED", "本站没有开通短信服务：缺少 SMS_PROVIDER");
  const { phone } = await db
    .selectFrom("users")
    .select("phone")
    .where("id", "=", viewer.userId)
    .executeTakeFirstOrThrow();
  if (!phone) throw new BusinessError("PHONE_REQUIRED");
  const own = phone.replace(/^86/, "");
  if (!client.dryRun) await sendTrialCode(call, own);
  return `已给尾号 ${own.slice(-4)} 发出一条验证码，请看手机有没有收到`;
}

/**
 * Writes a file to the store, reads it back as browsers do, deletes it, and checks that browsers may upload.
 * @throws BusinessError CONFLICT if the content differs, it is readable without permission, or uploads are not allowed
 */
async function tryObjects({ objects, client, config }: StaffCall): Promise<string> {
  if (client.dryRun) return "会写一个文件，读回来，再删掉";
  const key = `trial/${randomUUID()}.txt`;
  const text = new TextEncoder().encode(key);
  const isSame = (bytes: Uint8Array | undefined) => bytes !== undefined && Buffer.compare(bytes, text) === 0;
  try {
    await objects.put(key, text, "text/plain");
    if (!isSame((await objects.get(key))?.bytes)) throw new Error("读回来的与写进去的不一样");
    if (config.objects.kind === "s3") {
      const { url } = await objects.presignGet(key, { seconds: 60 });
      if (!isSame(await fetched(url))) throw new Error("签名的地址读不到它：请核对 S3_ENDPOINT 与时钟");
      if ((await fetched(objects.publicUrl(key))) !== undefined) {
        throw new Error(
          "不签名也读得到它：请按 docs/operations.md 只公开 avatar/、cover/、content/，否则付费资料人人可下载",
        );
      }
    }
    await objects.remove(key);
  } catch (error) {
    await objects.remove(key).catch(() => {});
    throw new BusinessError("CONFLICT", `文件没能写入或读回：${requestFailure(error)}`);
  }
  if (config.objects.kind !== "s3") return "写入、读回、删除都成功了";
  if (!(await maySend(objects.publicUrl(`upload/${randomUUID()}.png`), config.publicOrigin))) {
    throw new BusinessError(
      "CONFLICT",
      `写入、读回、签名都成功了，但浏览器不能把图片发到这个桶：请在它的跨域规则（CORS）里允许来源 ${config.publicOrigin}、方法 PUT 与 GET、头 content-type`,
    );
  }
  return "写入、读回、签名、删除都成功了，没有签名的读不到，浏览器可以直接上传";
}

/** Whether a page of this origin may upload to a URL, by a CORS preflight. */
async function maySend(address: string, origin: string): Promise<boolean> {
  const response = await fetch(address, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "PUT", "access-control-request-headers": "content-type" },
    redirect: "manual",
    signal: AbortSignal.timeout(STORE_WAITS),
  }).catch(() => null);
  await response?.body?.cancel();
  const allows = (name: string, what: string) => {
    const said = response?.headers.get(`access-control-allow-${name}`)?.toLowerCase().split(",") ?? [];
    return said.some((one) => one.trim() === "*" || one.trim() === what);
  };
  return (
    response?.ok === true &&
    allows("origin", origin.toLowerCase()) &&
    allows("methods", "put") &&
    allows("headers", "content-type")
  );
}

/** Fetches a URL as an anonymous browser; undefined if access is denied. */
async function fetched(address: string): Promise<Uint8Array | undefined> {
  const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(STORE_WAITS) });
  if (response.ok) return new Uint8Array(await response.arrayBuffer());
  await response.body?.cancel();
  return undefined;
}

/** Exchanges an invalid code: WeChat reports that only to a valid application. @throws BusinessError WECHAT_FAILED */
async function tryWechat({ wechat, client }: StaffCall): Promise<string> {
  if (!wechat) throw new BusinessError("WECHAT_FAILED", "没有配置微信登录：缺少 WECHAT_APP_ID、WECHAT_APP_SECRET");
  if (client.dryRun) return "会用一个假的授权码问微信，看应用是否被认得";
  try {
    await wechat.identify(randomUUID());
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    if (error.reason === "code") return "微信认得这个网站应用与密钥；回调域要在登录页扫一次码才知道";
    throw new BusinessError("WECHAT_FAILED", wechatProblem(error, "WECHAT_APP_ID、WECHAT_APP_SECRET"));
  }
  throw new BusinessError("WECHAT_FAILED", "微信接受了一个假的授权码：请核对 WECHAT_API_BASE");
}

/** Requests a token and a ticket for the JS-SDK, and the message template. @throws BusinessError WECHAT_FAILED */
async function tryAccount({ officialAccount, client, config }: StaffCall): Promise<string> {
  if (!officialAccount)
    throw new BusinessError("WECHAT_FAILED", "没有配置服务号：缺少 WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET");
  const { messages } = officialAccount;
  if (client.dryRun) return `会向微信要一次令牌与票据${messages ? "，看一次消息模板" : ""}`;
  let wrong: string | null = null;
  try {
    await officialAccount.signPage(`${config.publicOrigin}/`);
    wrong = (await messages?.check()) ?? null;
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    throw new BusinessError(
      "WECHAT_FAILED",
      wechatProblem(error, "WECHAT_MP_APP_ID、WECHAT_MP_APP_SECRET 与 IP 白名单"),
    );
  }
  if (wrong) {
    throw new BusinessError("WECHAT_FAILED", `${wrong}：请核对 WECHAT_MP_TEMPLATE、WECHAT_MP_TEMPLATE_FIELDS`);
  }
  return `微信给了令牌与票据，服务号与密钥是对的${messages ? "，消息模板也对" : ""}`;
}

const wechatProblem = ({ reason, message }: WechatError, settings: string): string =>
  reason === "down" ? `微信没有应答：${message}；请过一会儿再试` : `微信不认：${message}；请核对 ${settings}`;

/** Connects and authenticates; no mail is sent. @throws BusinessError MAIL_FAILED */
async function tryMail({ mail, client }: StaffCall): Promise<string> {
  if (!mail) throw new BusinessError("MAIL_FAILED", "没有配置邮件：缺少 SMTP_URL 与 SMTP_FROM");
  if (client.dryRun) return "会连一次邮件服务，出示账号，不寄信";
  try {
    await mail.check();
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new BusinessError("MAIL_FAILED", `${mailProblem(error)}；请核对 SMTP_* 的设置与防火墙`);
  }
  return "邮件服务接受本站的账号；会不会进垃圾箱，要寄一封给自己才知道（SPF 与 DKIM）";
}

/** Queries a non-existent order: a signed request, and a signed response. @throws BusinessError PAY_FAILED */
async function tryPay({ pay, client, clock }: StaffCall): Promise<string> {
  if (!pay) throw new BusinessError("PAY_FAILED", "没有配置微信支付：缺少 WXPAY_MCH_ID 等设置");
  if (client.dryRun) return "会向微信支付查询一个不存在的订单";
  try {
    await pay.query(createOrderNo(clock()));
  } catch (error) {
    if (!(error instanceof PayError)) throw error;
    const { reason, code, message } = error;
    throw new BusinessError(
      "PAY_FAILED",
      reason === "down"
        ? `微信支付没有应答，或应答的签名不对：${message}；请核对 WXPAY_PUBLIC_KEY 与时钟`
        : `微信支付不认：${code ?? message}；请核对 WXPAY_MCH_ID、WXPAY_SERIAL 与 WXPAY_PRIVATE_KEY`,
    );
  }
  return "商户号、证书与微信支付的公钥都是对的；收款目录要真付一次才知道";
}
