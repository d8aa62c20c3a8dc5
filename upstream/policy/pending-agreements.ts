import { type AgreementKey, JOINING, ORDERING } from "#app/contract/agreements";
import type { Services } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";

type Reader = Pick<Services, "db" | "cached">;

/** A version in effect, and the oldest that need not be agreed to anew. */
type Asked = { key: AgreementKey; version: number; since: number };

/**
 * Occasions on which members agree. `joining`, `ordering`: what a version that asks again asks for, of whoever calls.
 * `order-form`: what our own page asks for before an order, of whoever has agreed to none.
 */
type Occasion = "joining" | "ordering" | "order-form";

/** Versions that members are asked to agree to, from memory while nothing is published; mostly nothing. */
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

/** Versions in effect that a member has still to agree to. One statement; none where nobody is asked. */
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

/** Keeps from publishing who has still to agree to a new version. @throws BusinessError AGREEMENT_REQUIRED */
export async function requireAgreements(services: Reader, userId: number): Promise<void> {
  if ((await pendingAgreements(services, userId)).length > 0) throw new BusinessError("AGREEMENT_REQUIRED");
}

/** Keeps from ordering who has still to agree to new terms of it. @throws BusinessError AGREEMENT_REQUIRED */
export async function requireOrderTerms(services: Reader, userId: number): Promise<void> {
  const pending = await pendingAgreements(services, userId, "ordering");
  if (pending.length > 0) throw new BusinessError("AGREEMENT_REQUIRED", "请先阅读并同意知库服务协议，再下单");
}
