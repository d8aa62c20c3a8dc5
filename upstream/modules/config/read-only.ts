import { nowIso, type Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";
import { byOperator, loggedWrite, type Note } from "#upstream/policy/logged-write";
import { findSetting } from "./settings";

/**
 * Makes the site read-only, with a message; an empty message ends it. All processes know within two seconds. Another
 * message does not change since when it is. Not logged: for programs that end it by themselves.
 */
export const writeReadOnly = (services: Pick<Services, "db" | "clock">, sentence: string): Promise<void> =>
  transact(services.db, (trx) => write(trx, services, sentence));

/** Does the same in the name of the operator, with a log entry unless it is so already. */
export async function switchReadOnly(services: Pick<Services, "db" | "clock">, sentence: string): Promise<void> {
  const change = async (trx: Db, note: Note) => {
    const { value: before } = await findSetting(trx, "read-only");
    const action = sentence ? "read-only.on" : "read-only.off";
    if (before !== sentence) {
      note({ action, kind: "read-only", target: "site", before: { sentence: before }, after: { sentence } });
    }
    await write(trx, services, sentence);
  };
  await loggedWrite(services.db, change, { by: () => byOperator(services) });
}

async function write(trx: Db, services: Pick<Services, "clock">, sentence: string): Promise<void> {
  const { updatedAt } = await findSetting(trx, "read-only");
  await trx.deleteFrom("site_settings").where("key", "=", "read-only").execute();
  if (sentence) {
    const since = updatedAt ?? nowIso(services);
    const row = { key: "read-only", value: toJson(sentence), version: 1, updated_at: since };
    await trx.insertInto("site_settings").values(row).execute();
  }
  await bump(trx, ["config"]);
}
