import { sql } from "kysely";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { relyingPartyOf } from "#upstream/policy/relying-party";

/**
 * Records that somebody is offered a passkey, once ever, if the site supports them and they have none.
 * @returns whether to offer one now
 */
export async function offerPasskey(trx: Db, { config }: Pick<Services, "config">, userId: number): Promise<boolean> {
  if (relyingPartyOf(config) === null) return false;
  const { rows } = await sql`update users set passkey_offered = 1 where id = ${userId} and passkey_offered = 0
    and not exists (select 1 from passkeys where user_id = ${userId}) returning id`.execute(trx);
  return rows.length > 0;
}
