import { describe, expect, test } from "vitest";
import { BadBillError, readFundBill, readTradeBill } from "#upstream/services/pay/pay-bill";

const HEAD =
  "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const TOTALS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";
const PAYMENT =
  "`2026-03-01 23:59:59,`wx1,`1900000001,`0,`,`4200001,`20260301,`o1,`NATIVE,`SUCCESS,`OTHERS,`CNY,`19.90,`0.00,`0,`0,`0.00,`0.00,`,`,`全库, 一年,`,`0.11940,`0.60%,`19.90,`0.00,`";
const REFUND =
  "`2026-03-01 08:00:00,`wx1,`1900000001,`0,`,`4200002,`20260228,`o1,`JSAPI,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`5030001,`R20260228,`5.00,`0.00,`ORIGINAL,`PROCESSING,`全库,`,`-0.03000,`0.60%,`0.00,`5.00,`";
const bill = (lines: readonly string[], totals: string, end = "\r\n") =>
  [`\uFEFF${HEAD}`, ...lines, TOTALS, totals, ""].join(end);
const WHOLE = "`2,`0.00,`5.00,`0.00,`0.08940,`19.90,`5.00";

describe("a bill of payments", () => {
  test.each(["\r\n", "\n"])("is read by its columns, with any line ends", (end) => {
    expect(readTradeBill(bill([PAYMENT, REFUND], WHOLE, end))).toEqual({
      lines: [
        {
          kind: "payment",
          at: "2026-03-01T15:59:59.000Z",
          orderNo: "20260301",
          transactionId: "4200001",
          refundNo: null,
          amount: 1_990,
          state: "SUCCESS",
          fee: expect.closeTo(11.94),
          feeByRate: expect.closeTo(11.94),
        },
        {
          kind: "refund",
          at: "2026-03-01T00:00:00.000Z",
          orderNo: "20260228",
          transactionId: "4200002",
          refundNo: "R20260228",
          amount: 500,
          state: "PROCESSING",
          fee: expect.closeTo(-3),
          feeByRate: expect.closeTo(-3),
        },
      ],
      fee: 9,
    });
  });

  test("of a merchant from before 2018 has other names for the amounts", () => {
    const old = bill([PAYMENT, REFUND], WHOLE)
      .replace("应结订单金额", "总金额")
      .replace(",订单金额,申请退款金额,费率备注", "")
      .replaceAll(/,`[\d.]+,`[\d.]+,`\r\n/g, "\r\n");
    expect(readTradeBill(old).lines.map(({ amount }) => amount)).toEqual([1_990, 500]);
  });

  test("is read even if its texts contain the separator", () => {
    const odd = PAYMENT.replace("全库, 一年", "全库,`一年,`");
    expect(readTradeBill(bill([odd, REFUND], WHOLE)).lines[0]).toMatchObject({ amount: 1_990 });
  });

  test.each([
    ["nothing", ""],
    ["a page of something else", "<html>\n<body>\n</html>"],
    ["no sums", `${HEAD}\n${PAYMENT}\n`],
    ["less lines than its sum says", bill([PAYMENT], WHOLE)],
    ["a line that ends too soon", bill([PAYMENT.slice(0, 80), REFUND], WHOLE)],
    ["no amount", bill([PAYMENT.replaceAll("19.90", "19,90元"), REFUND], WHOLE)],
    ["no time", bill([PAYMENT.replace("2026-03-01 23:59:59", "昨天"), REFUND], WHOLE)],
    ["no column for orders", bill([PAYMENT, REFUND], WHOLE).replace("商户订单号", "别的")],
  ])("with %s is refused", (_, text) => {
    expect(() => readTradeBill(text)).toThrow(BadBillError);
  });
});

test("a bill of the account returns its sums, whatever the remarks contain", () => {
  const head =
    "记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号";
  const flow = "`2026-03-01 04:21:23,`5000,`190,`退款,`退款,`支出,`0.02,`0.17,`system,`缺货,`不要了,`R1";
  const totals = "资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额";
  const text = [head, flow, totals, "`1,`0,`0.00,`1,`0.02"].join("\n");
  expect(readFundBill(text)).toEqual({ income: { count: 0, sum: 0 }, outgo: { count: 1, sum: 2 } });
  expect(() => readFundBill(text.replace("`1,`0,", "`2,`0,"))).toThrow(BadBillError);
});
