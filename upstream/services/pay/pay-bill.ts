/** A payment or refund in WeChat Pay's daily bill. */
export type BillLine = {
  kind: "payment" | "refund";
  /** ISO 8601: when it was paid, or when the refund was accepted (not completed). */
  at: string;
  orderNo: string;
  transactionId: string;
  /** The merchant's refund number; null for a payment. */
  refundNo: string | null;
  /** Amount in fen: of the whole order, or of this refund. */
  amount: number;
  /** WeChat Pay's fee in fen with decimals; negative if a fee is returned. */
  fee: number;
  /** Fee in fen computed from the rate on the line; null without a rate. */
  feeByRate: number | null;
  /** WeChat Pay's status when the bill was generated; never updated for refunds. */
  state: string;
};

/** Payments and refunds of a day. */
export type TradeBill = {
  lines: BillLine[];
  /** Total fees in fen, rounded. */
  fee: number;
};

/** Movements of the merchant's account on a day; sums in fen. */
export type FundBill = { income: BillSum; outgo: BillSum };
/** Number of lines, and their sum in fen. */
export type BillSum = { count: number; sum: number };

/** A bill that can't be parsed; none of it must be used. */
export class BadBillError extends Error {
  override name = "BadBillError";
}

/** Parses 交易账单 (`ALL`). @throws BadBillError */
export function readTradeBill(text: string): TradeBill {
  const { rows, totals } = tableOf(text);
  const count = Number(totals.get("总交易单数"));
  if (count !== rows.length) throw new BadBillError(`${rows.length} lines, and its sum says ${count}`);
  return { lines: rows.map(lineOf), fee: fenOf(totals, "手续费总金额") };
}

function lineOf(row: Cells): BillLine {
  const state = textOf(row, "交易状态");
  const refund = state === "REFUND";
  return {
    kind: refund ? "refund" : "payment",
    at: instantOf(textOf(row, "交易时间")),
    orderNo: textOf(row, "商户订单号"),
    transactionId: textOf(row, "微信订单号"),
    refundNo: refund ? textOf(row, "商户退款单号") : null,
    // Merchants registered before 2018 get the second column name.
    amount: refund ? fenOf(row, "申请退款金额", "退款金额") : fenOf(row, "订单金额", "总金额"),
    state: refund ? textOf(row, "退款状态") : state,
    ...feesOf(row, refund),
  };
}

/** Fee of a line, and the fee by the line's own rate: based on what the merchant receives, without coupons. */
function feesOf(row: Cells, refund: boolean): Pick<BillLine, "fee" | "feeByRate"> {
  const [, percent] = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(row.get("费率") ?? "") ?? [];
  const base = refund ? -fenOf(row, "退款金额") : fenOf(row, "应结订单金额", "订单金额", "总金额");
  const feeByRate = percent === undefined ? null : (base * Number(percent)) / 100;
  return { fee: exactFenOf(row, "手续费"), feeByRate };
}

/** Parses 资金账单. @throws BadBillError */
export function readFundBill(text: string): FundBill {
  const { rows, totals } = tableOf(text);
  const count = Number(totals.get("资金流水总笔数"));
  if (count !== rows.length) throw new BadBillError(`${rows.length} lines, and its sum says ${count}`);
  const sum = (name: string): BillSum => ({
    count: Number(textOf(totals, `${name}笔数`)),
    sum: fenOf(totals, `${name}金额`),
  });
  return { income: sum("收入"), outgo: sum("支出") };
}

type Cells = ReadonlyMap<string, string>;

/**
 * Parses rows by column name, and the totals below them. Each cell begins with a backtick, so that commas in free text
 * don't split cells.
 */
function tableOf(text: string): { rows: Cells[]; totals: Cells } {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  const [head = "", ...rest] = lines;
  const [totalsHead = "", totals = ""] = rest.splice(-2);
  if (lines.length < 3 || !totals.startsWith("`") || totalsHead.startsWith("`")) throw new BadBillError("no sums");
  return { rows: rest.map((line) => cellsOf(head, line)), totals: cellsOf(totalsHead, totals) };
}

/** Columns with free text, which may contain the cell separator. */
const FREE = ["商品名称", "备注"];

function cellsOf(head: string, line: string): Cells {
  const names = head.split(",").map((name) => name.trim());
  const cells = line.startsWith("`") ? line.slice(1).split(",`") : [];
  const free = names.findIndex((name) => FREE.includes(name));
  const more = cells.length - names.length;
  if (free >= 0 && more > 0) cells.splice(free, more + 1, cells.slice(free, free + more + 1).join(",`"));
  if (cells.length !== names.length) throw new BadBillError(`${cells.length} cells below ${names.length} names`);
  return new Map(names.map((name, at) => [name, (cells[at] ?? "").trim()]));
}

function textOf(row: Cells, name: string): string {
  const cell = row.get(name);
  if (cell === undefined) throw new BadBillError(`no column ${name}`);
  return cell;
}

/** Amount in fen from the first of these columns that exists (in yuan). */
const fenOf = (row: Cells, ...names: readonly string[]): number => Math.round(exactFenOf(row, ...names));

/** Amount in fen with decimals from the first of these columns that exists (in yuan). */
function exactFenOf(row: Cells, ...names: readonly string[]): number {
  const cell = names.map((name) => row.get(name)).find((one) => one !== undefined);
  if (cell === undefined || !/^-?\d{1,12}(?:\.\d{1,6})?$/.test(cell))
    throw new BadBillError(`no amount in ${names[0]}`);
  return Number(cell) * 100;
}

/** Parses Chinese local time: 2026-03-01 16:00:00. */
function instantOf(text: string): string {
  const at = new Date(`${text.replace(" ", "T")}+08:00`);
  if (Number.isNaN(at.getTime())) throw new BadBillError("no time");
  return at.toISOString();
}
