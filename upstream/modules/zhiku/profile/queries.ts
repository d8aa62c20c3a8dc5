import type { ZhikuProfile } from "#app/contract/zhiku/profile";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { Db } from "#upstream/db/dialect";
import { localPhone } from "#upstream/modules/user/view";

/** A professional profile without its rights. */
export type ProfileFields = Omit<ZhikuProfile, "rights">;

const profileOf = compiledQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("users as u")
    .leftJoin("zhiku_profiles as p", "p.user_id", "u.id")
    .select([
      "u.phone as account_phone",
      "p.name",
      "p.company",
      "p.department",
      "p.position",
      "p.phone",
      "p.email",
      "p.rejected",
      "p.reject_reason",
    ])
    .where("u.id", "=", userId),
);

/** A person's professional profile; before it is filled in, it only has their account's phone number. */
export async function findProfile(db: Db, userId: number): Promise<ProfileFields> {
  const [row] = await profileOf(db, { userId });
  return {
    name: row?.name ?? "",
    company: row?.company ?? "",
    department: row?.department ?? "",
    position: row?.position ?? "",
    phone: row?.phone ?? localPhone(row?.account_phone ?? null) ?? "",
    email: row?.email ?? "",
    rejected: row?.rejected ?? 0,
    rejectReason: row?.rejected === 1 ? (row.reject_reason ?? "") : "",
  };
}
