import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { appendToAuditLog, lockAuditLog } from "#upstream/policy/audit-log";
import { findSetting } from "./settings";

type Options = {
  /** Whether the audit log gets an entry: when the operator does it, not a program that ends it by itself. */
  isLogged?: boolean;
};

/**
 * Makes the site read-only, with a message; an empty message ends it. All processes know within two seconds. Another
 * message does not change since when it is.
 */
export async function writeReadOnly(
  services: Pick<Services, "db" | "clock">,
  sentence: string,
  { isLogged = false }: Options = {},
): Promise<void> {
  await transact(services.db, async (trx) => {
    if (isLogged) await log(trx, services, sentence);
    const { updatedAt } = await findSetting(trx, "read-only");
    await trx.deleteFrom("site_settings").where("key", "=", "read-only").execute();
    if (sentence) {
      const since = updatedAt ?? nowIso(services);
      const row = { key: "read-only", value: toJson(sentence), version: 1, updated_at: since };
      await trx.insertInto("site_settings").values(row).execute();
    }
    await bump(trx, ["config"]);
  });
}

async function log(trx: Db, services: Pick<Services, "clock">, sentence: string): Promise<void> {
  await lockAuditLog(trx);
  const { value: before } = await findSetting(trx, "read-only");
  if (before === sentence) return;
  await appendToAuditLog(trx, {
    at: nowIso(services),
    actorId: null,
    via: "command-line",
    roles: [],
    action: sentence ? "read-only.on" : "read-only.off",
    kind: "read-only",
    target: "site",
    before: { sentence: before },
    after: { sentence },
  });
}
