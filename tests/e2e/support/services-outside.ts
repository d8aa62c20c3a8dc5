import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FakeWechatPay } from "#upstream/services/pay/fake-charge";
import { createFakePayAccount } from "#upstream/services/pay/fake-pay-account";
import { createFakeWechatPay } from "#upstream/services/pay/fake-wechat-pay";
import { createFakeSms, type FakeSms } from "#upstream/services/sms/fake-gateway";
import type { SmsAccount } from "#upstream/services/sms/fake-sms-state";

const SMS: SmsAccount = {
  keyId: "journey-key",
  keySecret: "journey-secret",
  appId: "1400000000",
  signName: "新社区",
  template: "SMS_000000001",
};
const APP_ID = "wx00000000journey0";

/** Fake SMS and WeChat Pay in a separate process, for a production server without fakes. */
export type ServicesOutside = {
  sms: FakeSms;
  pay: FakeWechatPay;
  /** Settings of a server that uses the fakes. */
  settings: Record<string, string>;
  close(): void;
};

/** Starts the fakes on loopback. */
export async function startServicesOutside(): Promise<ServicesOutside> {
  const clock = () => new Date();
  const account = createFakePayAccount(APP_ID);
  const sms = createFakeSms(SMS, clock);
  const pay = createFakeWechatPay(account, { clock, deliver: (request) => fetch(request), hurry: 16 });
  const servers = [await serve(sms.fetch), await serve(pay.fetch)];
  const [smsUrl = "", payUrl = ""] = servers.map(({ url }) => url);
  const [[keyId, platformKey] = []] = account.ours.platformKeys;
  const pem = (key: { export(how: object): unknown } | undefined, type: string) =>
    String(key?.export({ type, format: "pem" }));
  return {
    sms,
    pay,
    settings: {
      SMS_PROVIDER: "aliyun",
      SMS_ENDPOINT: smsUrl,
      SMS_ACCESS_KEY: SMS.keyId,
      SMS_SECRET_KEY: SMS.keySecret,
      SMS_SIGN_NAME: SMS.signName,
      SMS_TEMPLATE: SMS.template,
      WECHAT_MP_APP_ID: APP_ID,
      WECHAT_MP_APP_SECRET: "journey-secret",
      WXPAY_MCH_ID: account.ours.mchId,
      WXPAY_SERIAL: account.ours.serial,
      WXPAY_PRIVATE_KEY: pem(account.ours.privateKey, "pkcs8"),
      WXPAY_API_V3_KEY: account.ours.apiV3Key,
      WXPAY_PUBLIC_KEY: pem(platformKey, "spki"),
      WXPAY_PUBLIC_KEY_ID: keyId ?? "",
      WXPAY_BASE: payUrl,
    },
    close() {
      for (const { server } of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** Serves a fetch handler over HTTP. */
async function serve(answer: (request: Request) => Promise<Response>): Promise<{ server: Server; url: string }> {
  const server = createServer((incoming, outgoing) => {
    const reply = async () => {
      const body = Buffer.concat(await incoming.toArray());
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const { url: path = "/", method = "GET" } = incoming;
      const request = new Request(new URL(path, url), { method, headers, ...(body.length > 0 ? { body } : {}) });
      const response = await answer(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    };
    void reply().catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url };
}
