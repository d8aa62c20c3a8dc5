import { createVerify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { payForgery } from "#app/contract/site/dev";
import { headerList, toRequest } from "#runtime/fetch-bridge";
import type { FakeWechatPay } from "#upstream/services/pay/fake-charge";
import { createFakePayAccount } from "#upstream/services/pay/fake-pay-account";
import { RETRIES } from "#upstream/services/pay/fake-pay-notifications";
import { createFakeWechatPay } from "#upstream/services/pay/fake-wechat-pay";
import { type Charge, type Pay, PayError, type PaymentNotification } from "#upstream/services/pay/pay";
import type { PayAccount } from "#upstream/services/pay/pay-account";
import { createWechatPay } from "#upstream/services/pay/wechat-pay";

const account = createFakePayAccount("wx0000000000000001");
const NOTIFY = "https://site.test/api/pro/weixin/pay/notify";
const DAY = (24 * 60 + 4) * 60;
let now = new Date("2026-03-01T08:00:00Z");
const clock = () => now;
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

type Trouble = "reset" | "half" | "hang" | "unsigned" | "altered" | "html" | "large" | null;
let fake: FakeWechatPay;
let server: Server;
let trouble: Trouble = null;
/** The site's replies to notifications, in order; then 200. */
let answers: number[] = [];
let noticed: { header: (name: string) => string | null; body: Uint8Array }[] = [];
let numbers = 0;
const newCharge = (change: Partial<Charge> = {}): Charge => ({
  orderNo: `20260301${String(++numbers).padStart(14, "0")}`,
  description: "全库一年",
  amount: 19_900,
  expiresAt: new Date(now.getTime() + 30 * 60_000).toISOString(),
  ...change,
});

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    const answer = await fake.fetch(toRequest(incoming, outgoing, base()));
    const body = Buffer.from(await answer.arrayBuffer());
    if (trouble === "reset") return void outgoing.destroy();
    if (trouble === "hang") return;
    const signed = headerList(answer).filter(([name]) => trouble !== "unsigned" || !name.startsWith("wechatpay"));
    const wrong: Partial<Record<string, string>> = { html: "<html>502</html>", large: " ".repeat(300_000) };
    const sent = wrong[trouble ?? ""] ?? (trouble === "altered" ? `${body} ` : body);
    outgoing.writeHead(answer.status, [...signed, ["content-length", String(sent.length)]].flat());
    if (trouble !== "half") return void outgoing.end(sent);
    outgoing.write(sent.slice(0, sent.length / 2));
    setImmediate(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(() => {
  [trouble, answers, noticed] = [null, [], []];
  const deliver = async (request: Request) => {
    const { headers } = request;
    noticed.push({ header: (name) => headers.get(name), body: new Uint8Array(await request.arrayBuffer()) });
    return new Response(null, { status: answers.shift() ?? 200 });
  };
  fake = createFakeWechatPay(account, { clock, deliver, hurry: 10_000 });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Ten o'clock in China on the day after 1 March, and some hours. */
const NEXT_MORNING = 24 * 60 * 60_000;

describe("bills", () => {
  const paid = async () => {
    const charge = newCharge();
    await client().native(charge);
    fake.pay(charge.orderNo, { quietly: true });
    return charge;
  };

  test("are downloaded compressed, from the configured host, and match the signed checksum", async () => {
    const { orderNo, amount } = await paid();
    const { acceptedAt: at } = await client().refund({ orderNo, refundNo: "R1", amount, reason: "不要了" });
    expect(at).toBe(now.toISOString());
    wait(NEXT_MORNING);
    const asked: Request[] = [];
    const watched = createWechatPay(
      { ...account.ours, platformKeys: account.ours.platformKeys },
      { base: base(), notifyUrl: NOTIFY },
      {
        fetch: (request) => {
          asked.push(request);
          return fetch(request);
        },
        clock,
      },
    );
    const { lines, fee } = await watched.tradeBill("2026-03-01");
    expect(lines).toMatchObject([
      { kind: "payment", orderNo, amount, refundNo: null, state: "SUCCESS" },
      { kind: "refund", orderNo, amount, refundNo: "R1", state: "SUCCESS" },
    ]);
    expect(fee).toBe(0);
    expect(await watched.fundBill("2026-03-01")).toEqual({
      income: { count: 1, sum: amount },
      outgo: { count: 1, sum: amount },
    });
    expect(asked.every(({ url, headers }) => url.startsWith(base()) && headers.has("authorization"))).toBe(true);
    expect(asked[0]?.url).toContain("bill_type=ALL&tar_type=GZIP");
    now = new Date("2026-03-01T08:00:00Z");
  });

  test.each(["reset", "half", "unsigned", "altered", "html", "hang"] as const)(
    "are refused if the reply is %s",
    async (kind) => {
      await paid();
      wait(NEXT_MORNING);
      trouble = kind;
      await expect(client({}, kind === "hang" ? 50 : 60_000).tradeBill("2026-03-01")).rejects.toBeInstanceOf(PayError);
      trouble = null;
      fake.spoilBills(true);
      await expect(client().tradeBill("2026-03-01")).rejects.toMatchObject({ reason: "down" });
      now = new Date("2026-03-01T08:00:00Z");
    },
  );

  test("are empty for a day without payments, and refused with a code before they are available", async () => {
    await paid();
    const pay = client();
    await expect(pay.tradeBill("2026-03-01")).rejects.toMatchObject({ reason: "refused", code: "INVALID_REQUEST" });
    wait(NEXT_MORNING - 7 * 60 * 60_000);
    await expect(pay.tradeBill("2026-03-01")).rejects.toMatchObject({ code: "STATEMENT_CREATING" });
    expect(await pay.tradeBill("2026-02-28")).toEqual({ lines: [], fee: 0 });
    expect(await pay.fundBill("2026-02-28")).toBeNull();
    await expect(pay.tradeBill("2025-11-01")).rejects.toMatchObject({ code: "PARAM_ERROR" });
    now = new Date("2026-03-01T08:00:00Z");
  });
});

const base = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
/** @param timeout milliseconds until a missing response is given up */
const client = (change: Partial<PayAccount> = {}, timeout = 60_000): Pay => {
  const ours = { ...account.ours, platformKeys: account.ours.platformKeys, ...change };
  return createWechatPay(ours, { base: base(), notifyUrl: NOTIFY }, { fetch, clock, timeout });
};
const outcome = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "done",
    (error: unknown) => {
      expect(error).toBeInstanceOf(PayError);
      const { reason, code } = error as PayError;
      return code ? `${reason} ${code}` : reason;
    },
  );
const until = (condition: () => boolean) => expect.poll(condition, { interval: 5 }).toBe(true);
const read = (index: number, pay = client()): PaymentNotification => {
  const { header, body } = noticed[index] ?? { header: () => null, body: new Uint8Array() };
  return pay.readNotification(header, body);
};

describe("a charge", () => {
  test("is created, paid, queried and refunded", async () => {
    const pay = client();
    const charge = newCharge();
    expect(await pay.query(charge.orderNo)).toBeNull();
    const { codeUrl } = await pay.native(charge);
    expect(codeUrl).toMatch(/^weixin:\/\/wxpay\/bizpayurl\?pr=/);
    const { appId } = account.ours;
    const unpaid = { state: "open", transactionId: null, amount: 19_900, paidAt: null };
    expect(await pay.query(charge.orderNo)).toEqual({ orderNo: charge.orderNo, appId, ...unpaid });
    expect(fake.pay(charge.orderNo, { quietly: true })).toBeNull();
    const paid = await pay.query(charge.orderNo);
    expect(paid).toMatchObject({ state: "paid", amount: 19_900, paidAt: now.toISOString() });
    expect(paid?.transactionId).toMatch(/^\d{28}$/);
    const refundNo = `R${charge.orderNo}`;
    const refund = { orderNo: charge.orderNo, refundNo, amount: 19_900, reason: "退".repeat(80) };
    expect(await pay.queryRefund(refundNo)).toBeNull();
    await pay.refund(refund);
    await pay.refund(refund);
    expect(await pay.queryRefund(refundNo)).toEqual({
      orderNo: charge.orderNo,
      refundNo,
      state: "done",
      amount: 19_900,
      refunded: 19_900,
      refundId: fake.charges()[0]?.refunds[0]?.id,
      transactionId: paid?.transactionId,
    });
    expect((await pay.query(charge.orderNo))?.state).toBe("refunded");
  });

  test("created again is the same charge; another one with its number is refused", async () => {
    const pay = client();
    const charge = newCharge();
    const first = await pay.native(charge);
    expect(await pay.native(charge)).toEqual(first);
    expect(await outcome(pay.native({ ...charge, amount: 1 }))).toBe("refused OUT_TRADE_NO_USED");
    expect(await outcome(pay.jsapi(charge, "oa-1"))).toBe("refused OUT_TRADE_NO_USED");
    fake.pay(charge.orderNo, { quietly: true });
    expect(await outcome(pay.native(charge))).toBe("refused ORDERPAID");
  });

  test("that is closed can't be paid, and one that is paid can't be closed", async () => {
    const pay = client();
    const [closed, paid] = [newCharge(), newCharge()];
    await pay.native(closed);
    await pay.close(closed.orderNo);
    expect((await pay.query(closed.orderNo))?.state).toBe("closed");
    expect(fake.pay(closed.orderNo)).toBe("订单已关闭");
    expect(await outcome(pay.close(closed.orderNo))).toBe("refused ORDER_CLOSED");
    await pay.native(paid);
    fake.pay(paid.orderNo, { quietly: true });
    expect(await outcome(pay.close(paid.orderNo))).toBe("refused ORDERPAID");
    expect(await outcome(pay.close("20260301nowhere"))).toBe("refused ORDER_NOT_EXIST");
  });

  test("can't be paid after it expired", async () => {
    const charge = newCharge();
    await client().native(charge);
    wait(30 * 60_000);
    expect(fake.pay(charge.orderNo)).toBe("订单已过支付时间");
    expect(await outcome(client().native(newCharge({ expiresAt: now.toISOString() })))).toBe("refused PARAM_ERROR");
  });

  test("inside WeChat is started with the merchant's signature", async () => {
    const pay = client();
    const { prepayId } = await pay.jsapi(newCharge(), "oa-1");
    const { appId, timeStamp, nonceStr, package: wanted, signType, paySign } = pay.launch(prepayId, pay.appId);
    expect([wanted, signType]).toEqual([`prepay_id=${prepayId}`, "RSA"]);
    const verify = createVerify("RSA-SHA256").update(`${appId}\n${timeStamp}\n${nonceStr}\n${wanted}\n`);
    expect(verify.verify(account.theirs.merchantKey, paySign, "base64")).toBe(true);
  });

  test("with a long name is accepted; invalid numbers are refused", async () => {
    expect(await outcome(client().native(newCharge({ description: "很长的名字".repeat(60) })))).toBe("done");
    expect(await outcome(client().native(newCharge({ orderNo: "short" })))).toBe("refused PARAM_ERROR");
    expect(await outcome(client().native(newCharge({ amount: 0 })))).toBe("refused PARAM_ERROR");
  });
});

describe("a merchant that is not who it says", () => {
  test.each([
    ["another key", { privateKey: createFakePayAccount("x").ours.privateKey }],
    ["another serial", { serial: "ABC" }],
    ["another number", { mchId: "1900000009" }],
  ] as [string, Partial<PayAccount>][])("%s is refused", async (_, change) => {
    expect(await outcome(client(change).native(newCharge()))).toBe("refused SIGN_ERROR");
  });

  test("a wrong clock is refused", async () => {
    const pay = client();
    const late = fake.fetch;
    fake.fetch = (request) => {
      wait(301_000);
      return late(request);
    };
    expect(await outcome(pay.native(newCharge()))).toBe("refused SIGN_ERROR");
  });

  test("another application is refused", async () => {
    expect(await outcome(client({ appId: "wx-other" }).native(newCharge()))).toBe("refused APPID_MCHID_NOT_MATCH");
  });
});

describe("an answer that is no use", () => {
  test.each(["reset", "half", "hang", "unsigned", "altered", "html", "large"] as const)(
    "%s: the outcome is unknown, and a later query finds it",
    async (kind) => {
      const pay = kind === "hang" ? client({}, 300) : client();
      const charge = newCharge();
      trouble = kind;
      expect(await outcome(pay.native(charge))).toBe("down");
      expect(await outcome(pay.query(charge.orderNo))).toBe("down");
      expect(await outcome(pay.close("20260301nowhere"))).toMatch(
        kind === "unsigned" ? /ORDER_NOT_EXIST/ : /^(down|refused)/,
      );
      trouble = null;
      // It had been received nevertheless.
      expect((await client().query(charge.orderNo))?.state).toBe("open");
      expect((await client().native(charge)).codeUrl).toMatch(/^weixin:/);
    },
  );

  test.each(["error", "garbage", "SYSTEM_ERROR"])("%s says nothing about the charge", async (kind) => {
    const pay = client();
    const charge = newCharge();
    fake.faults.set(kind === "SYSTEM_ERROR" ? { kind: "code", code: kind } : { kind: kind as "error" });
    expect(await outcome(pay.native(charge))).toBe("down");
    fake.faults.set(null);
    expect(await pay.query(charge.orderNo)).toBeNull();
  });

  test("signed with an unknown key is refused", async () => {
    const platformKeys = new Map([["PUB_KEY_ID_2", [...account.ours.platformKeys.values()][0]]]);
    expect(await outcome(client({ platformKeys } as Partial<PayAccount>).native(newCharge()))).toBe("down");
  });
});

describe("a notice", () => {
  const paid = async (how = {}) => {
    const charge = newCharge();
    await client().native(charge);
    fake.pay(charge.orderNo, { quietly: true, ...how });
    return charge;
  };

  test("is decrypted, and has the same content as a query", async () => {
    const charge = await paid();
    expect(await fake.notify(charge.orderNo)).toBe(200);
    const notice = read(0);
    expect(notice.payment).toEqual(await client().query(charge.orderNo));
    await fake.notify(charge.orderNo);
    expect(read(1).id).toBe(notice.id);
  });

  test.each(payForgery.options.filter((forgery) => !["amount", "appid", "order", "large"].includes(forgery)))(
    "that is forged (%s) is refused",
    async (forgery) => {
      const charge = await paid();
      await fake.notify(charge.orderNo, forgery);
      expect(() => read(0)).toThrow(expect.objectContaining({ name: "InvalidNotificationError" }));
    },
  );

  test("is refused if it is late, encrypted with another key, or no notification", async () => {
    const charge = await paid();
    await fake.notify(charge.orderNo);
    expect(() => read(0, client({ apiV3Key: "x".repeat(32) }))).toThrow("unable to authenticate");
    wait(301_000);
    expect(() => read(0)).toThrow("signed too long ago");
    expect(() => read(9)).toThrow("not signed");
  });

  test("is repeated until accepted, as often as WeChat Pay documents", async () => {
    expect(RETRIES.reduce((sum, seconds) => sum + seconds)).toBe(DAY);
    answers = [500, 0, 404].map((status) => status || 503);
    const charge = await paid({ quietly: false });
    await until(() => noticed.length === 4);
    const told = () => fake.charges().find(({ orderNo }) => orderNo === charge.orderNo)?.noticed;
    await until(() => told()?.length === 4);
    expect(told()).toEqual([500, 503, 404, 200].map((status) => ({ at: now.toISOString(), status })));
  });

  test("of an unpaid charge is never sent", async () => {
    const charge = newCharge();
    await client().native(charge);
    expect(await fake.notify(charge.orderNo)).toBe(0);
    expect(noticed).toEqual([]);
  });
});
