import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { toRequest } from "#runtime/fetch-bridge";
import { createAliyunSms } from "#upstream/services/sms/aliyun";
import { signAliyun } from "#upstream/services/sms/aliyun-signature";
import { createFakeSms, type FakeSms } from "#upstream/services/sms/fake-gateway";
import type { Sms, SmsError } from "#upstream/services/sms/sms";
import { createTencentSms } from "#upstream/services/sms/tencent";
import { signTencent } from "#upstream/services/sms/tencent-signature";

const ACCOUNT = { keyId: "key", keySecret: "secret", appId: "1400", signName: "社区", template: "SMS_1" };
const MINUTE = 60_000;
let now = new Date("2026-03-01T08:00:00Z");
const clock = () => now;
let fake: FakeSms;
let requests: { url: string; body: string }[] = [];

/** The fake on a real port, so that the bytes on the wire are tested. */
const server = createServer((request, response) => {
  const asked = toRequest(request, response, endpoint());
  fake
    .fetch(asked.clone())
    .then(async (answer) => {
      requests.push({ url: asked.url, body: await asked.text() });
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(await answer.text());
    })
    .catch(() => response.destroy());
});
const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
beforeEach(() => {
  fake = createFakeSms(ACCOUNT, clock);
  requests = [];
});
afterAll(() => void server.close());

const CLIENTS = {
  aliyun: (change: Record<string, string> = {}): Sms =>
    createAliyunSms(
      {
        endpoint: endpoint(),
        accessKeyId: "key",
        accessKeySecret: "secret",
        signName: "社区",
        templateCode: "SMS_1",
        ...change,
      },
      clock,
      fetch,
    ),
  tencent: (change: Record<string, string> = {}): Sms =>
    createTencentSms(
      {
        endpoint: endpoint(),
        secretId: "key",
        secretKey: "secret",
        region: "ap-guangzhou",
        sdkAppId: "1400",
        signName: "社区",
        templateId: "SMS_1",
        ...change,
      },
      clock,
      fetch,
    ),
};
const outcome = (sms: Sms, phone = "13800000000") =>
  sms.sendCode(phone, "123456").then(
    () => "sent",
    (error: SmsError) => `${error.reason} ${error.message}`,
  );

describe.each(Object.entries(CLIENTS))("%s", (provider, client) => {
  test("delivers the code, with neither number nor code in the URL", async () => {
    expect(await outcome(client())).toBe("sent");
    expect(fake.inbox()).toMatchObject([{ provider, phone: "13800000000", code: "123456" }]);
    expect(requests).toHaveLength(1);
    expect(new URL(requests[0]?.url ?? "").search).toBe("");
  });

  test("reports the provider's limits (1 a minute, 5 an hour, 10 in 24 hours), which come with HTTP 200", async () => {
    for (let index = 0; index < 10; index += 1) {
      expect(await outcome(client())).toBe("sent");
      expect(await outcome(client())).toMatch(/^limited /);
      now = new Date(now.getTime() + (index === 4 ? 60 : 1) * MINUTE);
    }
    now = new Date(now.getTime() + 60 * MINUTE);
    expect(await outcome(client())).toMatch(/^limited .*(天|Daily)/);
    now = new Date(now.getTime() + 24 * 60 * MINUTE);
    expect(await outcome(client())).toBe("sent");
  });

  test.each(["delay", "lost", "error", "garbage"] as const)(
    "%s has an unknown outcome, and is not retried",
    async (kind) => {
      fake.faults.set({ kind });
      expect(await outcome(client())).toMatch(/^unknown /);
      expect(fake.inbox().length).toBeLessThanOrEqual(1);
    },
  );

  test("an invalid number is reported", async () => {
    expect(await outcome(client(), "10000000000")).toMatch(/^number /);
  });
});

describe("aliyun", () => {
  test.each([
    [{ accessKeyId: "none" }, "InvalidAccessKeyId.NotFound"],
    [{ accessKeySecret: "wrong" }, "SignatureDoesNotMatch"],
    [{ signName: "别人" }, "isv.SMS_SIGNATURE_ILLEGAL"],
    [{ templateCode: "SMS_2" }, "isv.SMS_TEMPLATE_ILLEGAL"],
  ])("%j is refused: %s", async (change, code) => {
    expect(await outcome(CLIENTS.aliyun(change))).toBe(`refused aliyun: ${code}: ${code}`);
  });

  test("refuses a replayed or late request", async () => {
    await outcome(CLIENTS.aliyun());
    const again = () => fetch(endpoint(), { method: "POST", body: new URLSearchParams(requests[0]?.body) });
    expect(await (await again()).json()).toMatchObject({ Code: "SignatureNonceUsed" });
    now = new Date(now.getTime() + 16 * MINUTE);
    expect(await (await again()).json()).toMatchObject({ Code: "InvalidTimeStamp.Expired" });
  });

  test("signs as its documentation says", () => {
    const parameters = {
      AccessKeyId: "testId",
      Action: "SendSms",
      Format: "XML",
      OutId: "123",
      PhoneNumbers: "15300000001",
      RegionId: "cn-hangzhou",
      SignName: "阿里云短信测试专用",
      SignatureMethod: "HMAC-SHA1",
      SignatureNonce: "45e25e9b-0a6f-4070-8c85-2956eda1b466",
      SignatureVersion: "1.0",
      TemplateCode: "SMS_71390007",
      TemplateParam: '{"customer":"test"}',
      Timestamp: "2017-07-12T02:42:19Z",
      Version: "2017-05-25",
    };
    expect(signAliyun("GET", parameters, "testSecret")).toBe("zJDF+Lrzhj/ThnlvIToysFRq6t4=");
  });
});

describe("tencent", () => {
  test.each([
    [{ secretId: "none" }, "AuthFailure.SecretIdNotFound"],
    [{ secretKey: "wrong" }, "AuthFailure.SignatureFailure"],
    [{ sdkAppId: "1" }, "InvalidParameterValue.SdkAppIdNotExist"],
    [{ signName: "别人" }, "FailedOperation.SignatureIncorrectOrUnapproved"],
    [{ templateId: "2" }, "FailedOperation.TemplateIncorrectOrUnapproved"],
  ])("%j is refused: %s", async (change, code) => {
    expect(await outcome(CLIENTS.tencent(change))).toBe(`refused tencent: ${code}: ${code}`);
  });

  test("signs as its official library does", () => {
    const signed = signTencent({
      secretId: "IDTEST",
      secretKey: "KEYTEST",
      host: "sms.tencentcloudapi.com",
      contentType: "application/json",
      body: '{"a":1}',
      timestamp: 1551113065,
    });
    expect(signed).toBe(
      "TC3-HMAC-SHA256 Credential=IDTEST/2019-02-25/sms/tc3_request, SignedHeaders=content-type;host, " +
        "Signature=6dbd2c4a294b2b99dec8c60668bd4a5e8c5f66de7816d948dc7a1e8f6eed9e4f",
    );
  });
});
