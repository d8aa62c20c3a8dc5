import { REFUND_WORDS } from "#app/contract/admin/zhiku/refund-words";
import type { OrderChannel, OrderState } from "#app/contract/zhiku/order";
import type { Db } from "#upstream/db/dialect";
import { chinaDayStart, chinaTime } from "#upstream/text/china-time";
import { CSV_BOM, csvLine, streamOf } from "#upstream/text/csv";

/** Rows per read. */
const CHUNK = 500;
const HEAD = [
  ...["类别", "订单号", "微信支付单号", "用户编号", "昵称", "商品", "方式", "状态", "金额（分）", "金额（元）"],
  ...["下单时间", "支付时间", "退款单号", "退款申请时间", "退款结束时间", "原因"],
];
const CHANNELS: Record<OrderChannel, string> = { native: "微信扫码", jsapi: "微信内支付", redeem: "兑换码" };
const STATES: Record<OrderState, string> = {
  pending: "待支付",
  paid: "已支付",
  refunded: "已退款",
  closed: "已关闭",
};

/** Days in China, inclusive. */
type Range = { from: string; to: string };

/** Streams orders created in these days, then refunds requested or completed in them, as CSV. */
export function exportOrders(db: Db, range: Range): ReadableStream<Uint8Array> {
  return streamOf(csvOf(db, { from: chinaDayStart(range.from), to: chinaDayStart(range.to, 1) }));
}

async function* csvOf(db: Db, range: Range): AsyncGenerator<string, undefined> {
  yield CSV_BOM + csvLine(HEAD);
  yield* chunks((after: RowPosition | null) => ordersAfter(db, range, after), orderLine);
  yield* chunks((after: RowPosition | null) => refundsAfter(db, range, after), refundLine);
  yield* chunks((after: RowPosition | null) => refundedElsewhereAfter(db, range, after), elsewhereLine);
}

/** List position of a row: time, and id among rows of the same time. */
type RowPosition = { at: string; key: string | number };

async function* chunks<Row extends RowPosition>(
  read: (after: RowPosition | null) => Promise<Row[]>,
  line: (row: NoInfer<Row>) => string,
): AsyncGenerator<string, undefined> {
  for (let after: RowPosition | null = null; ; ) {
    const rows: Row[] = await read(after);
    if (rows.length === 0) return;
    yield rows.map(line).join("");
    const last = rows.at(-1);
    after = last ? { at: last.at, key: last.key } : after;
  }
}

const orders = (db: Db) =>
  db
    .selectFrom("zhiku_orders as o")
    .innerJoin("users as u", "u.id", "o.user_id")
    .select(["o.id", "o.order_no", "o.transaction_id", "o.user_id", "u.nickname", "o.offer_name", "o.channel"])
    .select(["o.state", "o.amount", "o.created_at", "o.paid_at", "o.refunded_at", "o.refunded_there"]);

async function ordersAfter(db: Db, { from, to }: Range, after: RowPosition | null) {
  let query = orders(db).select(["o.created_at as at", "o.id as key"]);
  query = query.where("o.created_at", ">=", from).where("o.created_at", "<", to);
  if (after)
    query = query.where((eb) => eb(eb.refTuple("o.created_at", "o.id"), ">", eb.tuple(after.at, Number(after.key))));
  return query.orderBy("o.created_at").orderBy("o.id").limit(CHUNK).execute();
}

async function refundsAfter(db: Db, { from, to }: Range, after: RowPosition | null) {
  let query = db
    .selectFrom("zhiku_refunds as f")
    .innerJoin("zhiku_orders as o", "o.order_no", "f.order_no")
    .innerJoin("users as u", "u.id", "o.user_id")
    .select(["o.order_no", "o.transaction_id", "o.user_id", "u.nickname", "o.offer_name", "o.channel"])
    .select(["f.refund_no", "f.amount", "f.reason", "f.state", "f.ended_at", "f.created_at as at"])
    .select(["f.refund_no as key", "o.created_at", "o.paid_at"])
    .where((eb) => {
      const within = (column: "f.created_at" | "f.ended_at") => eb.and([eb(column, ">=", from), eb(column, "<", to)]);
      return eb.or([within("f.created_at"), within("f.ended_at")]);
    });
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple("f.created_at", "f.refund_no"), ">", eb.tuple(after.at, String(after.key))),
    );
  return query.orderBy("f.created_at").orderBy("f.refund_no").limit(CHUNK).execute();
}

/** Orders refunded without staff: in WeChat Pay's console, or because they were paid too late. */
async function refundedElsewhereAfter(db: Db, { from, to }: Range, after: RowPosition | null) {
  let query = orders(db)
    .select(["o.refunded_at as at", "o.id as key"])
    .$narrowType<{ at: string }>()
    .where("o.refunded_at", ">=", from)
    .where("o.refunded_at", "<", to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("zhiku_refunds as f")
            .select("f.refund_no")
            .whereRef("f.order_no", "=", "o.order_no")
            .where("f.state", "=", "done"),
        ),
      ),
    );
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple("o.refunded_at", "o.id"), ">", eb.tuple(after.at as never, Number(after.key))),
    );
  return query.orderBy("o.refunded_at").orderBy("o.id").limit(CHUNK).execute();
}

type OrderColumns = {
  order_no: string;
  transaction_id: string | null;
  user_id: number;
  nickname: string;
  offer_name: string;
  channel: OrderChannel;
  created_at: string;
  paid_at: string | null;
};

const timeOf = (iso: string | null): string => (iso === null ? "" : chinaTime(new Date(iso)).replace("T", " "));
const amounts = (fen: number): string[] => [String(fen), (fen / 100).toFixed(2)];
const identity = (row: OrderColumns): string[] => [
  ...[row.order_no, row.transaction_id ?? "", String(row.user_id), row.nickname, row.offer_name],
  CHANNELS[row.channel],
];
const times = ({ created_at, paid_at }: OrderColumns): string[] => [timeOf(created_at), timeOf(paid_at)];

const orderLine = (row: OrderColumns & { state: OrderState; amount: number }): string =>
  csvLine(["订单", ...identity(row), STATES[row.state], ...amounts(row.amount), ...times(row), "", "", "", ""]);

const refundLine = (row: Awaited<ReturnType<typeof refundsAfter>>[number]): string =>
  csvLine([
    ...["退款", ...identity(row), REFUND_WORDS[row.state], ...amounts(row.amount), ...times(row)],
    ...[row.refund_no, timeOf(row.at), timeOf(row.ended_at), row.reason],
  ]);

type Elsewhere = OrderColumns & {
  amount: number;
  state: OrderState;
  refunded_at: string | null;
  refunded_there: number | null;
};

/** Line of a refund without staff; one in WeChat Pay's console may be of a part, which only its notification tells. */
function elsewhereLine(row: Elsewhere): string {
  const late = row.state === "closed";
  const amount = late ? row.amount : row.refunded_there;
  const known = amount === null ? "，金额以那里的为准" : "";
  return csvLine([
    ...["退款", ...identity(row), REFUND_WORDS.done, ...(amount === null ? ["", ""] : amounts(amount))],
    ...[...times(row), "", "", timeOf(row.refunded_at)],
    late ? "关闭后才到的钱" : `在微信支付商户平台退款${known}`,
  ]);
}
