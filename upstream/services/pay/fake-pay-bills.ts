import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { HOUR, MINUTE } from "#runtime/time-units";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import type { FakeRefund } from "./fake-pay-refunds";

/** Charge data that bills list. */
type Charge = {
  orderNo: string;
  description: string;
  amount: number;
  channel: string;
  transactionId: string;
  paidAt: string | null;
  refunds: readonly FakeRefund[];
};

/** One line of a bill, at its time. */
type Entry = { at: string; charge: Charge; refund: FakeRefund | null };

/** Reply to a bill request: the download URL, or an error code. */
type Told = { hash_type: "SHA1"; hash_value: string; download_url: string } | { refusal: string };

/** Bills of the fake WeChat Pay. */
export type FakeBills = {
  /** Requests the bill of a day; or an error. */
  ask(kind: "tradebill" | "fundflowbill", query: URLSearchParams, origin: string): Told;
  /** The bill at a download URL; null if there is none or it has expired. */
  download(token: string): Buffer | null;
  /** Makes files not match their checksums from now on, or match again. */
  spoil(on: boolean): void;
};

const READY_AFTER = 10 * HOUR;
const KEPT_FOR = 5 * MINUTE;
const MONTHS_KEPT = 3;
/** WeChat Pay's fee rate. */
const FEE = 0.006;

const TRADE_HEAD =
  "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额," +
  "微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const TRADE_TOTALS = "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";
const FUND_HEAD =
  "记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号";
const FUND_TOTALS = "资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额";

/** Creates the fake's bills: available for each day from ten o'clock of the next one, for three months. */
export function createFakeBills(
  account: { appId: string; mchId: string },
  { clock, charges }: { clock: () => Date; charges: () => Iterable<Charge> },
): FakeBills {
  const files = new Map<string, { bytes: Buffer; until: number }>();
  let spoiled = false;

  function entriesOf(day: string): Entry[] {
    const [from, to] = [chinaDayStart(day), chinaDayStart(day, 1)];
    const entries = [...charges()].flatMap((charge): Entry[] => [
      ...(charge.paidAt ? [{ at: charge.paidAt, charge, refund: null }] : []),
      ...charge.refunds.map((refund) => ({ at: refund.at, charge, refund })),
    ]);
    return entries.filter(({ at }) => at >= from && at < to).sort((one, other) => one.at.localeCompare(other.at));
  }

  return {
    ask(kind, query, origin) {
      const day = query.get("bill_date") ?? "";
      const now = clock();
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return { refusal: "PARAM_ERROR" };
      const oldest = new Date(now);
      oldest.setMonth(oldest.getMonth() - MONTHS_KEPT);
      if (chinaDayStart(day, 1) <= oldest.toISOString()) return { refusal: "PARAM_ERROR" };
      const ready = Date.parse(chinaDayStart(day, 1)) + READY_AFTER;
      if (now.getTime() < Date.parse(chinaDayStart(day, 1))) return { refusal: "INVALID_REQUEST" };
      if (now.getTime() < ready) return { refusal: "STATEMENT_CREATING" };
      const entries = entriesOf(day);
      if (entries.length === 0) return { refusal: "NO_STATEMENT_EXIST" };
      const text = kind === "tradebill" ? tradeBill(account, entries) : fundBill(entries);
      const sent = spoiled ? text.replace("SUCCESS", "REVOKED") : text;
      const bytes = query.get("tar_type") === "GZIP" ? gzipSync(sent) : Buffer.from(sent);
      const token = randomBytes(24).toString("base64url");
      files.set(token, { bytes, until: now.getTime() + KEPT_FOR });
      return {
        hash_type: "SHA1",
        hash_value: createHash("sha1").update(text).digest("hex"),
        download_url: `${origin}/v3/billdownload/file?token=${token}`,
      };
    },

    download(token) {
      const now = clock().getTime();
      for (const [one, { until }] of files) if (until <= now) files.delete(one);
      return files.get(token)?.bytes ?? null;
    },

    spoil(on) {
      spoiled = on;
    },
  };
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);
const feeOf = (fen: number): string => ((fen * FEE) / 100).toFixed(5);
const timeOf = (iso: string): string => chinaTime(new Date(iso)).replace("T", " ");
const line = (cells: readonly string[]): string => `${cells.map((cell) => `\`${cell}`).join(",")}\r\n`;
const sumOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { charge, refund }) => sum + (refund ?? charge).amount, 0);

function tradeBill({ appId, mchId }: { appId: string; mchId: string }, entries: readonly Entry[]): string {
  const lines = entries.map(({ at, charge, refund }) => {
    const paid = refund ? 0 : charge.amount;
    const back = refund?.amount ?? 0;
    return line([
      ...[timeOf(at), appId, mchId, "0", "", charge.transactionId, charge.orderNo, "o-of-the-payer"],
      ...[charge.channel.toUpperCase(), refund ? "REFUND" : "SUCCESS", "OTHERS", "CNY", yuan(paid), "0.00"],
      ...[refund?.id ?? "0", refund?.no ?? "0", yuan(back), "0.00"],
      ...(refund ? ["ORIGINAL", refund.status] : ["", ""]),
      ...[charge.description, "", feeOf(paid - back), "0.60%", yuan(paid), yuan(back), ""],
    ]);
  });
  const paid = sumOf(entries.filter(({ refund }) => refund === null));
  const back = sumOf(entries.filter(({ refund }) => refund !== null));
  const totals = [String(entries.length), yuan(paid), yuan(back), "0.00", feeOf(paid - back), yuan(paid), yuan(back)];
  return `\uFEFF${TRADE_HEAD}\r\n${lines.join("")}${TRADE_TOTALS}\r\n${line(totals)}`;
}

function fundBill(entries: readonly Entry[]): string {
  let balance = 0;
  const flows = entries.map(({ at, charge, refund }) => {
    const amount = (refund ?? charge).amount;
    balance += refund ? -amount : amount;
    const what = refund ? "退款" : "交易";
    return line([
      ...[timeOf(at), refund?.id ?? charge.transactionId, `F${charge.transactionId}${refund?.no ?? ""}`],
      ...[
        what,
        what,
        refund ? "支出" : "收入",
        yuan(amount),
        yuan(balance),
        "system",
        "",
        refund?.no ?? charge.orderNo,
      ],
    ]);
  });
  const [income, outgo] = [entries.filter(({ refund }) => !refund), entries.filter(({ refund }) => refund)];
  const totals = [entries.length, income.length, yuan(sumOf(income)), outgo.length, yuan(sumOf(outgo))].map(String);
  return `\uFEFF${FUND_HEAD}\r\n${flows.join("")}${FUND_TOTALS}\r\n${line(totals)}`;
}
