import { adminContentApi } from "#app/contract/admin/content/content";
import { adminUserApi } from "#app/contract/admin/user/user";
import { adminZhikuContentApi } from "#app/contract/admin/zhiku/content";
import { adminOrderApi } from "#app/contract/admin/zhiku/order";
import { KINDS, kindsWith } from "#app/contract/kinds";
import type { Part } from "#app/contract/parts";
import type { Permission } from "#app/contract/permissions";
import { parseId } from "#app/contract/text/parse-id";
import { adminPaths } from "#app/features/admin/admin-paths";
import { THING_STATES } from "#app/features/admin/queue/thing-states";
import { UpstreamError } from "#app/server/errors/upstream-error";
import { gateway } from "#app/server/gateway/gateway.server";
import type { ServerArgs } from "#app/server/server-args.server";
import { siteOf } from "#app/server/site/site.server";
import { decodeId } from "#app/server/urls/short-id.server";
import { ADMIN_MENU, entriesFor } from "./admin-menu";

/** A search result: its label, a distinguishing note, and its page in the console. */
export type FoundEntry = { label: string; note: string; to: string };
/** First results of one kind; `more` is the URL of all of them, null if there are no others. */
export type FoundGroup = { title: string; list: FoundEntry[]; more: string | null };

const SHOWN = 5;
/** Maximum characters of a search, the same as in the lists' own searches. */
const WORDS_MAX = 50;
/** Maximum characters of a label, for texts without a title. */
const LABEL_MAX = 60;

/**
 * Search text, and the id it may stand for: `12`, `#12`, a short id, or a URL of this site that ends in either;
 * `address` is that URL's path, null if the text is not a URL.
 */
type Search = { q: string; id: number | null; address: string | null };

function searchFor(typed: string): Search {
  const address = typed.includes("/")
    ? (typed.split(/[?#]/, 1)[0] ?? "").replace(/^https?:\/\/[^/]*/, "").replace(/\/+$/, "")
    : null;
  const last = (address ?? typed).split("/").at(-1) ?? "";
  const q = [...(address || typed)].slice(0, WORDS_MAX).join("");
  return { q, address, id: parseId(last.replace(/^#/, "")) ?? decodeId(last) };
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length > LABEL_MAX ? `${letters.slice(0, LABEL_MAX).join("")}…` : name;
}

type Source = {
  title: string;
  permission: Permission;
  find(args: ServerArgs, search: Search): Promise<FoundEntry[]>;
  /** URL of all results. */
  more(search: Search): string;
};

const CONTENT: readonly Source[] = kindsWith("reportable").map((kind) => ({
  title: KINDS[kind].name,
  permission: "content.read",
  async find(args, { q, id, address }) {
    const { call } = gateway(args);
    if (address !== null && !address.includes(`/${kind}/`)) return [];
    const list =
      id === null
        ? (await call(adminContentApi.list, { params: { kind }, query: { q, limit: SHOWN } })).list
        : [await call(adminContentApi.get, { params: { kind, id } })];
    return list.map((one) => ({
      label: shortened(one.name) || `${KINDS[kind].name} #${one.id}`,
      note: [`#${one.id}`, one.owner?.nickname, one.state === "public" ? "" : THING_STATES[one.state].label]
        .filter(Boolean)
        .join(" · "),
      to: adminPaths.content(one),
    }));
  },
  more: ({ q }) => adminPaths.contents(kind, { q }),
}));

const SOURCES: readonly Source[] = [
  {
    title: "用户",
    permission: "user.read",
    async find(args, { q }) {
      const { list } = await gateway(args).call(adminUserApi.list, { query: { q, page: 1, pageSize: SHOWN } });
      return list.map(({ userId, nickname, phone, closedAt }) => ({
        label: nickname,
        note: [`#${userId}`, phone, closedAt ? "已注销" : ""].filter(Boolean).join(" · "),
        to: adminPaths.user(userId),
      }));
    },
    more: ({ q }) => adminPaths.users(undefined, q),
  },
  ...CONTENT,
  {
    title: "知库资料",
    permission: "zhiku.read",
    async find(args, { q, id, address }) {
      if (address !== null && !address.includes("/zhiku/")) return [];
      const query = { q: id === null ? q : String(id), limit: SHOWN };
      const { list } = await gateway(args).call(adminZhikuContentApi.list, { query });
      return list.map((one) => ({
        label: one.title,
        note: `#${one.id} · ${one.category.name}`,
        to: adminPaths.zhikuContent(one.id),
      }));
    },
    more: ({ q }) => adminPaths.zhikuContents({ q }),
  },
  {
    title: "订单",
    permission: "order.read",
    async find(args, { q }) {
      if (!/^[\w-]{8,64}$/.test(q)) return [];
      const { list } = await gateway(args).call(adminOrderApi.list, { query: { no: q, page: 1, pageSize: SHOWN } });
      return list.map((one) => ({ label: one.orderNo, note: one.buyer.nickname, to: adminPaths.order(one.orderNo) }));
    },
    more: () => adminPaths.orders(),
  },
];

/** Pages of the console whose label contains the search text. */
function pagesCalled(q: string, permissions: readonly Permission[], off: readonly Part[]): FoundGroup {
  const list = ADMIN_MENU.flatMap((group) =>
    entriesFor(group, permissions, (part) => !off.includes(part))
      .filter(({ label }) => label.includes(q))
      .map(({ label, to }) => ({ label, note: group.title, to })),
  );
  return { title: "页面", list, more: null };
}

/**
 * Searches everything in the console that the viewer may see: pages, members, content, orders.
 * @param permissions the viewer's
 * @returns results by kind, without empty kinds; `incomplete` if a kind could not be searched
 */
export async function findAnything(args: ServerArgs, typed: string, permissions: readonly Permission[]) {
  const search = searchFor(typed);
  let incomplete = false;
  const asked = SOURCES.filter(({ permission }) => permissions.includes(permission)).map(async (source) => {
    const list = await source.find(args, search).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      incomplete ||= error.code !== "NOT_FOUND" && error.code !== "PARAM_ERROR";
      return [];
    });
    return { title: source.title, list, more: list.length < SHOWN ? null : source.more(search) };
  });
  const [{ off = [] }, ...found] = await Promise.all([siteOf(args), ...asked]);
  const groups = [pagesCalled(search.q, permissions, off), ...found].filter(({ list }) => list.length > 0);
  return { groups, incomplete };
}
