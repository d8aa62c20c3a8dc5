import type { RightLine } from "#app/contract/admin/zhiku/right";
import { IMPORT_MAX, RIGHT_DAYS_MAX } from "#app/contract/admin/zhiku/right-sizes";
import { phone } from "#app/contract/people/sms";
import { parseId } from "#app/contract/text/parse-id";
import { DAY } from "#runtime/time-units";
import { nowIso, type Services } from "#upstream/call/context";
import { invalid } from "#upstream/call/errors";
import { type CategoryTree, categoryTree } from "#upstream/modules/zhiku/category/tree";
import { chinaDayStart } from "#upstream/text/china-time";
import { CsvRefusal, type CsvRow, readCsv } from "#upstream/text/read-csv";
import { type Holder, holdersByPhone } from "./queries";

/** A right requested by a line. */
export type ListedRight = { line: number; holder: Holder; categoryId: number | null; until: string };

/** A checked line, with its right; null if it is invalid. */
export type ReadLine = RightLine & { right: ListedRight | null };

const HEADINGS = /^(?:phone|手机号?码?|电话)$/i;
const ALL = /^(?:全部|全部分类|all)$/i;

type Asking = Pick<Services, "db" | "cached" | "clock">;

/**
 * Parses a list of rights: phone, category and last day on each line, with or without a header. Phone numbers without
 * an account get none.
 * @throws BusinessError INVALID_PARAMS at `text` if it is not a table, or too long
 */
export async function readRightList(services: Asking, text: string): Promise<ReadLine[]> {
  const rows = tableOf(text);
  const tree = await categoryTree(services);
  const phones = rows.map(({ cells: [first = ""] }) => phone.safeParse(first).data ?? "");
  const holders = await holdersByPhone(services.db, [...new Set(phones.filter(Boolean))]);
  const running = await endsOf(services, [...new Set([...holders.values()].map(({ id }) => id))]);
  const seen = new Map<string, number>();
  return rows.map(({ line, cells }, at) => {
    const [given = "", category = "", until = ""] = cells;
    const shown = { line, phone: given, category, until };
    const wrong = (problem: string): ReadLine => ({ ...shown, state: "wrong", problem, right: null });
    if (cells.length < 3 || cells.slice(3).some((cell) => cell !== "")) {
      return wrong(`要有三格：手机号、分类、截止日；这里有 ${cells.length} 格`);
    }
    const number = phones[at] ?? "";
    if (number === "") return wrong("手机号不对");
    const holder = holders.get(number);
    if (!holder) return wrong("这个手机号没有账号");
    const found = categoryOf(tree, category);
    if (typeof found === "string") return wrong(found);
    const ends = endOf(until, nowIso(services));
    if ("problem" in ends) return wrong(ends.problem);
    const key = `${holder.id} ${found.id}`;
    const earlier = seen.get(key);
    if (earlier !== undefined) return wrong(`和第 ${earlier} 行是同一个人的同一个分类`);
    seen.set(key, line);
    const right = { line, holder, categoryId: found.id, until: ends.at };
    const last = running.get(key);
    return { ...shown, state: last !== undefined && last >= ends.at ? "same" : "new", problem: "", right };
  });
}

function tableOf(text: string): CsvRow[] {
  try {
    const rows = readCsv(text);
    const first = rows[0]?.cells[0] ?? "";
    const lines = HEADINGS.test(first) ? rows.slice(1) : rows;
    if (lines.length === 0) throw invalid({ text: "名单里没有一行权益" });
    if (lines.length > IMPORT_MAX) throw invalid({ text: `一次至多 ${IMPORT_MAX} 行，这里有 ${lines.length} 行` });
    return lines;
  } catch (error) {
    if (error instanceof CsvRefusal) throw invalid({ text: error.message });
    throw error;
  }
}

/** Finds a category by number or name; otherwise returns the error. */
function categoryOf(tree: CategoryTree, given: string): { id: number | null } | string {
  if (ALL.test(given)) return { id: null };
  const number = parseId(given.replace(/^#/, ""));
  const found = number ? tree.all.filter(({ id }) => id === number) : tree.all.filter((one) => one.name === given);
  if (found.length > 1)
    return `有 ${found.length} 个分类叫“${given}”，请写编号：${found.map(({ id }) => id).join("、")}`;
  return found[0] ? { id: found[0].id } : given === "" ? "没有写分类；全部分类写“全部”" : `没有“${given}”这个分类`;
}

/** End of the day in a cell, in the formats of people and spreadsheets. */
function endOf(given: string, now: string): { at: string } | { problem: string } {
  const [, year, month = "", date = ""] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(given) ?? [];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const starts = Date.parse(`${day}T00:00:00Z`);
  // February 30 would be parsed as March 2.
  if (Number.isNaN(starts) || new Date(starts).toISOString().slice(0, 10) !== day) {
    return { problem: "截止日写成 2026-12-31 的样子" };
  }
  const at = chinaDayStart(day, 1);
  if (at <= now) return { problem: "截止日已经过了" };
  if (Date.parse(at) - Date.parse(now) > (RIGHT_DAYS_MAX + 1) * DAY)
    return { problem: `截止日最远在 ${RIGHT_DAYS_MAX} 天之后` };
  return { at };
}

/** Ends of members' active rights, by member and category; rights that begin later are not considered. */
async function endsOf({ db, clock }: Asking, ids: readonly number[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("zhiku_rights")
    .select(["user_id", "category_id", (eb) => eb.fn.max("until_at").as("until")])
    .where("user_id", "in", ids.length ? ids : [0])
    .where("until_at", ">", nowIso({ clock }))
    .groupBy(["user_id", "category_id"])
    .execute();
  return new Map(rows.map((row) => [`${row.user_id} ${row.category_id}`, row.until ?? ""]));
}
