import { adminUserApi, type ListedUser } from "#app/contract/admin/user/user";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { permissionsOf } from "#app/contract/permissions";
import { nowIso } from "#upstream/call/context";
import { found } from "#upstream/call/errors";
import { type Handlers, implement } from "#upstream/call/implement";
import { type Undos, undoDangerous } from "#upstream/call/undo";
import { countSessions, listSessions } from "#upstream/modules/account/sessions";
import { undoOwn } from "#upstream/modules/admin/audit/undo-own";
import { limitPhoneSearch } from "#upstream/modules/admin/list/limit-phone-search";
import { type AuthorColumns, authorView } from "#upstream/modules/author/author";
import { maskAddress } from "#upstream/modules/mail-address/mask-address";
import { localPhone, maskPhone } from "#upstream/modules/user/view";
import { userRights } from "#upstream/modules/zhiku/rights/user-rights";
import { rolesOf } from "#upstream/policy/require-staff";
import { staffWrite } from "#upstream/policy/staff-write";
import { type Purged, purge, undoPurge } from "./purge";
import {
  findUser,
  heldOf,
  listUsers,
  ordersOf,
  reportsAbout,
  rolesOfAll,
  sanctionsOf,
  sanctionsOfAll,
} from "./queries";
import { isUntouchable, refuseUntouchable } from "./rank";
import { impose, lift, SANCTION_UNDOS } from "./sanction";
import { imposeOnEach, liftOfEach } from "./sanction-each";

const handlers: Handlers<typeof adminUserApi> = {
  async list({ query }, call) {
    const { page, pageSize } = query;
    await limitPhoneSearch(call, query.q);
    const { total, rows } = await listUsers(call.db, { ...query, now: call.clock() });
    const ids = rows.map((row) => row.author_user_id);
    const sanctions = await sanctionsOfAll(call.db, ids, nowIso(call));
    const roles = await rolesOfAll(call.db, ids);
    const list = rows.map((row) => ({
      ...personView(row),
      roles: of(roles, row).map(({ role }) => role),
      sanctions: of(sanctions, row).map(({ kind }) => kind),
      inForce: of(sanctions, row).map(({ id }) => id),
    }));
    return { list, total, page, pageSize };
  },

  async get({ params: { id } }, call) {
    const { db, viewer } = call;
    const row = found(await findUser(db, id));
    const may = permissionsOf(viewer.roles);
    const held = await rolesOf(db, id);
    const logins = await listSessions(call, { userId: id, tokenHash: "" });
    return {
      ...personView(row),
      bio: row.bio,
      company: row.company,
      city: row.city,
      roles: held,
      weixinBound: row.weixin !== null,
      hasPassword: row.password_hash !== null,
      mail: row.mail === null ? null : maskAddress(row.mail),
      counts: Object.fromEntries(kindsWith("owned").map((kind) => [kind, row[`${kind}_count`]])) as Record<
        KindWith<"owned">,
        number
      >,
      held: await heldOf(db, id),
      sanctions: await sanctionsOf(db, id, nowIso(call)),
      logins: logins.map(({ device, address, createdAt, lastSeenAt }) => ({ device, address, createdAt, lastSeenAt })),
      reports: may.has("report.read") ? await reportsAbout(db, id) : null,
      orders: may.has("order.read") ? await ordersOf(db, id) : null,
      rights: may.has("right.read") ? await userRights(call, id) : null,
      untouchable: isUntouchable(call, { userId: id, held }),
    };
  },

  reveal: ({ body: { userId, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      const { phone } = found(await findUser(trx, userId));
      note({ action: "user.reveal", kind: "user", target: userId, before: null, after: { field: "phone" }, reason });
      return { phone: localPhone(phone) };
    }),

  sanctionEach: ({ body }, call) => imposeOnEach(call, body),
  undoSanctions: ({ body }, call) => undoOwn(call, body, ["user.mute", "user.read-only", "user.ban", "user.lift"]),
  sanction: ({ body }, call) => impose(call, body),
  lift: ({ body }, call) => lift(call, body),
  liftEach: ({ body }, call) => liftOfEach(call, body),

  purge: ({ body }, call) => purge(call, body),

  endSessions: ({ body: { userId, reason } }, call) =>
    staffWrite(call, async (trx, note) => {
      found(await findUser(trx, userId));
      await refuseUntouchable(trx, call, userId);
      const ended = await countSessions(trx, call, userId);
      await trx.deleteFrom("sessions").where("user_id", "=", userId).execute();
      if (ended > 0)
        note({ action: "session.end", kind: "user", target: userId, before: { ended }, after: null, reason });
      return { ended };
    }),
};

const of = <R extends { user_id: number }>(rows: readonly R[], { author_user_id: id }: AuthorColumns): R[] =>
  rows.filter(({ user_id }) => user_id === id);

type Person = AuthorColumns & { phone: string | null; created_at: string; deleted_at: string | null };

/** Maps a member for the console, with a masked phone number. */
const personView = (row: Person): Omit<ListedUser, "roles" | "sanctions" | "inForce"> => ({
  ...authorView(row),
  phone: maskPhone(row.phone),
  joinedAt: row.created_at,
  closedAt: row.deleted_at,
});

const UNDOS: Undos = {
  ...SANCTION_UNDOS,
  "user.purge": undoDangerous<unknown, Purged>("user.purge", (trx, call, { after }) => undoPurge(trx, call, after)),
};

export const adminUser = implement(adminUserApi, handlers, UNDOS);
