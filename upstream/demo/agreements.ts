import { AGREEMENTS, type AgreementKey } from "#app/contract/people/agreements";
import type { Services } from "#upstream/call/context";
import { transact } from "#upstream/db/transact";
import { insertAgreement, insertConsents, prepareAgreement } from "#upstream/modules/agreement/write";
import type { Chance } from "./chance";
import { daysAgo, shifted } from "./demo-time";
import type { ScriptItem } from "./script";

/** Days ago of the first version of each agreement, before anyone joined, and of the second. */
const PUBLISHED = [700, 60] as const;
/** Share of existing members who have accepted a later version. */
const AGAIN = 0.6;
/** Share of members who never accepted anything, since they joined before versions were stored. */
const NEVER = 0.05;

/** Whether a page is an agreement. */
export const isAgreement = (slug: string | undefined): slug is AgreementKey =>
  slug !== undefined && Object.hasOwn(AGREEMENTS, slug);

/** Publishes the agreements; one that occurs twice among the pages gets two versions. */
export async function publishAgreements(services: Services, pages: readonly ScriptItem[]): Promise<void> {
  const versions = new Map<AgreementKey, number>();
  for (const { fields, title, body } of pages) {
    const { slug: key, changes } = fields;
    if (!isAgreement(key)) continue;
    const newest = versions.get(key) ?? 0;
    const then = { ...services, clock: () => new Date(shifted(services.clock(), -(PUBLISHED[newest] ?? 0))) };
    const agreement = await prepareAgreement(then, { key, title, content: body, ...(changes ? { changes } : {}) });
    await transact(services.db, (trx) => insertAgreement(trx, agreement, newest));
    versions.set(key, newest + 1);
  }
}

/** Records that members accepted the current versions when they joined, and most of them later ones. */
export async function agreeToAgreements({ db, clock }: Services, chance: Chance): Promise<void> {
  const now = clock();
  const versions = await db
    .selectFrom("agreements")
    .select(["key", "version", "applied_at"])
    .orderBy("version")
    .execute();
  const members = await db.selectFrom("users").select(["id", "created_at"]).orderBy("id").execute();
  await transact(db, async (trx) => {
    for (const { id: userId, created_at: joinedAt } of members) {
      if (chance.next() < NEVER) continue;
      const address = `203.0.113.${chance.between(1, 254)}`;
      const before = versions.filter(({ applied_at }) => (applied_at ?? "") <= joinedAt);
      const atFirst = before.filter(
        ({ key, version }) => !before.some((one) => one.key === key && one.version > version),
      );
      await insertConsents(trx, { userId, at: joinedAt, address }, atFirst);
      const later = versions.filter(({ applied_at }) => (applied_at ?? "") > joinedAt);
      const [since] = later;
      if (!since?.applied_at || chance.next() > AGAIN) continue;
      const days = chance.between(0, PUBLISHED[1] - 1);
      await insertConsents(trx, { userId, at: daysAgo(now, days, chance, since.applied_at), address }, later);
    }
  });
}
