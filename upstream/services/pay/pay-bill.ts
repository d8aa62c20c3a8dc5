/** A payment or a refund of a day, as WeChat Pay's bill lists it. */
export type BillLine = {
  kind: "payment" | "refund";
  /** ISO 8601: when it was paid, or when the refund was taken in, not when it arrived. */
  at: string;
  orderNo: string;
  transactionId: string;
  /** The merchant's number of the refund; null for a payment. */
  refundNo: string | null;
  /** Fen: of the whole order, or that this refund gives back. */
  amount: number;
  /** Fen with its parts: what WeChat Pay keeps of it, less than nothing where it gives back what it kept. */
  fee: number;
  /** Fen of its fee by the rate that stands beside it; null where none does. */
  feeByRate: number | null;
  /** WeChat Pay's word for how it stood when the bill was made; of refunds it is never brought up to date. */
  state: string;
};

/** Payments and refunds of a day. */
export type TradeBill = {
  lines: BillLine[];
  /** Fen, rounded: the fees of all of it. */
  fee: number;
};

/** Movements of the merchant's account on a day; sums in fen. */
export type FundBill = { income: BillSum; outgo: BillSum };
/** Number of some lines, and their sum in fen. */
export type BillSum = { count: number; sum: number };

/** A bill that can't be read: nothing of it is to be believed. */
export class BadBillError extends Error {
  override name = "BadBillError";
}

/** Reads 交易账单 (`ALL`). @throws BadBillError */
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
    // Bills of merchants from before 2018 have the second name.
    amount: refund ? fenOf(row, "申请退款金额", "退款金额") : fenOf(row, "订单金额", "总金额"),
    state: refund ? textOf(row, "退款状态") : state,
    ...feesOf(row, refund),
  };
}

/** Fee of a line, and what it is by the line's own rate: of what the merchant is paid, without coupons. */
function feesOf(row: Cells, refund: boolean): Pick<BillLine, "fee" | "feeByRate"> {
  const [, percent] = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(row.get("费率") ?? "") ?? [];
  const base = refund ? -fenOf(row, "退款金额") : fenOf(row, "应结订单金额", "订单金额", "总金额");
  const feeByRate = percent === undefined ? null : (base * Number(percent)) / 100;
  return { fee: exactFenOf(row, "手续费"), feeByRate };
}

/** Reads 资金账单. @throws BadBillError */
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
 * Lines by the names of their columns, and the sums below them. Each cell begins with a backtick, so that commas in what
 * people wrote divide nothing.
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

/** Columns with what somebody wrote, which may have what divides cells in it. */
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

/** Yuan of the first of these columns that there is, in fen. */
const fenOf = (row: Cells, ...names: readonly string[]): number => Math.round(exactFenOf(row, ...names));

/** Yuan of the first of these columns that there is, in fen with their parts. */
function exactFenOf(row: Cells, ...names: readonly string[]): number {
  const cell = names.map((name) => row.get(name)).find((one) => one !== undefined);
  if (cell === undefined || !/^-?\d{1,12}(?:\.\d{1,6})?$/.test(cell))
    throw new BadBillError(`no amount in ${names[0]}`);
  return Number(cell) * 100;
}

/** An instant that is written as clocks in China show it: 2026-03-01 16:00:00. */
function instantOf(text: string): string {
  const at = new Date(`${text.replace(" ", "T")}+08:00`);
  if (Number.isNaN(at.getTime())) throw new BadBillError("no time");
  return at.toISOString();
}
