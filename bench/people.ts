import { createUpstream } from "#upstream/app";
import type { UpstreamConfig } from "#upstream/config";
import { transact } from "#upstream/db/transact";
import { createSession } from "#upstream/modules/user/session";
import { createUser } from "#upstream/modules/user/write";
import { putZhikuProfile } from "#upstream/modules/zhiku/profile/write";
import { grantRight } from "#upstream/modules/zhiku/rights/grant";
import { hashPassword, PASSWORD_MEMORY } from "#upstream/services/password/hash-password";

export const PASSWORD = "一个很长的密码-2026";
const PROFILE = { name: "测量者", company: "某公司", department: "产品部", position: "经理", email: "m@example.com" };

export type Person = {
  /** A mainland number of 11 digits. */
  phone: string;
  /** Token of an open session. */
  token: string;
};

/**
 * Adds people to a site that no server uses: with a session, a password of real cost, and a right to all of zhiku.
 */
export async function createPeople(config: UpstreamConfig, count: number): Promise<Person[]> {
  const upstream = await createUpstream(config);
  const { services } = upstream;
  const passwordHash = await hashPassword(PASSWORD, PASSWORD_MEMORY);
  const people: Person[] = [];
  for (let n = 0; n < count; n++) {
    const phone = `188${String(n).padStart(8, "0")}`;
    const token = await transact(services.db, async (trx) => {
      const { id } = await createUser(trx, services, { nickname: `测量者${n}`, phone: `86${phone}`, passwordHash });
      await putZhikuProfile(trx, services, id, { ...PROFILE, phone });
      const right = { categoryId: null, days: 1, source: "operator", orderId: null } as const;
      await grantRight(trx, services, { ...right, userId: id });
      return createSession(trx, services, { userId: id });
    });
    people.push({ phone, token });
  }
  await upstream.close();
  return people;
}
