import { type AgreementKey, JOINING, ORDERING } from "#app/contract/people/agreements";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";

type Reader = Pick<Services, "db" | "cached">;

/** Current version of an agreement, and the oldest version whose acceptance is still sufficient. */
type Asked = { key: AgreementKey; version: number; since: number };

/**
 * Occasions on which members accept agreements. `joining`, `ordering`: required from every caller if a version asks
 * again. `order-form`: what our own page requires before an order from those who have accepted none.
 */
type Occasion = "joining" | "ordering" | "order-form";

/** Agreement versions that members have to accept, cached until one is published; usually none. */
function askedAgreements({ db, cached }: Reader, by: Occasion): Promise<Asked[]> {
  const keys = by === "joining" ? JOINING : ORDERING;
  return cached(`agreements/asked/${by}`, ["config"], async () => {
    const rows = await db
      .selectFrom("agreements")
      .select(["key", "version", "ask_again"])
      .where("key", "in", keys)
      .where("applied_at", "is not", null)
      .orderBy("version", "desc")
      .execute();
    return keys.flatMap((key) => {
      const versions = rows.filter((row) => row.key === key);
      const first = by === "order-form" ? versions.at(-1) : undefined;
      const since = (versions.find((row) => row.ask_again === 1) ?? first)?.version;
      const version = versions[0]?.version;
      return since === undefined || version === undefined ? [] : [{ key, version, since }];
    });
  });
}

/** Current agreement versions that a member has yet to accept. One statement; none if nobody has to accept any. */
export async function pendingAgreements(
  services: Reader,
  userId: number,
  by: Occasion = "joining",
): Promise<{ key: AgreementKey; version: number }[]> {
  const asked = await askedAgreements(services, by);
  if (asked.length === 0) return [];
  const rows = await services.db
    .selectFrom("consents")
    .select((eb) => ["key", eb.fn.max("agreed_version").as("version")])
    .where("user_id", "=", userId)
    .groupBy("key")
    .execute();
  const agreed = new Map(rows.map(({ key, version }) => [key, Number(version)]));
  return asked.flatMap(({ key, version, since }) => ((agreed.get(key) ?? 0) < since ? [{ key, version }] : []));
}

/** Refuses to publish for members who have yet to accept a new version. @throws BusinessError AGREEMENT_REQUIRED */
export async function requireAgreements(services: Reader, userId: number): Promise<void> {
  if ((await pendingAgreements(services, userId)).length > 0) throw new BusinessError("AGREEMENT_REQUIRED");
}

/** Refuses to order for members who have yet to accept new order terms. @throws BusinessError AGREEMENT_REQUIRED */
export async function requireOrderTerms(services: Reader, userId: number): Promise<void> {
  const pending = await pendingAgreements(services, userId, "ordering");
  if (pending.length > 0) throw new BusinessError("AGREEMENT_REQUIRED", "请先阅读并同意知库服务协议，再下单");
}
