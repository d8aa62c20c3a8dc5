import { nowIso, type Services } from "#upstream/call/context";
import { toJson } from "#upstream/db/schema/columns";
import { transact } from "#upstream/db/transact";
import { bump } from "#upstream/db/versions";

/** Makes the site read-only, with a message; an empty message ends it. All processes know within two seconds. */
export async function writeReadOnly(services: Pick<Services, "db" | "clock">, sentence: string): Promise<void> {
  await transact(services.db, async (trx) => {
    await trx.deleteFrom("site_settings").where("key", "=", "read-only").execute();
    if (sentence) {
      const row = { key: "read-only", value: toJson(sentence), version: 1, updated_at: nowIso(services) };
      await trx.insertInto("site_settings").values(row).execute();
    }
    await bump(trx, ["config"]);
  });
}
