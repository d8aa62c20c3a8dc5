import { sql } from "kysely";
import type { z } from "zod";
import type { profileFields } from "#app/contract/people/user";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toBit } from "#upstream/db/schema/columns";
import { bump, type VersionKey } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { nameKey } from "#upstream/text/name-key";

type Clock = Pick<Services, "clock">;

/** Fields of a profile that its owner edits. */
export type ProfileFields = z.output<typeof profileFields>;

/** A person to create; omitted fields are empty. */
export type NewUser = Partial<ProfileFields> & {
  nickname: string;
  /** Digits with the country code: 8613800000000. */
  phone?: string | null;
  passwordHash?: string | null;
  /** Whether they have yet to choose a nickname. */
  registrationPending?: boolean;
  /** Creation time, for imports and the demo; now by default. */
  createdAt?: string;
};

/** Version keys of what shows a person: name and picture, profile page, card, sitemap. */
export const userKeys = (id: number): VersionKey[] => [`user/${id}`, `profile/${id}`, `card/user/${id}`, "users"];

/** SQL for the key that reserves a name; null if it is taken, since imported people keep their names. */
function freeNameKey(nickname: string) {
  const key = nameKey(nickname);
  const taken = sql`exists (select 1 from users where name_key = ${key})`;
  return sql<string | null>`(select case when ${taken} then null else cast(${key} as text) end)`;
}

/** @throws a unique violation (`isUniqueViolation`) if the phone number is taken */
export async function createUser(trx: Db, services: Clock, user: NewUser): Promise<{ id: number }> {
  const { id } = await trx
    .insertInto("users")
    .values({
      nickname: user.nickname,
      name_key: user.registrationPending ? null : freeNameKey(user.nickname),
      avatar: user.avatar ?? "",
      headline: user.headline ?? "",
      bio: user.bio ?? "",
      company: user.company ?? "",
      city: user.city ?? "",
      phone: user.phone ?? null,
      password_hash: user.passwordHash ?? null,
      registration_pending: toBit(user.registrationPending ?? false),
      collections_private: toBit(user.collectionsPrivate ?? false),
      created_at: writtenAt(services, user.createdAt),
      deleted_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await bump(trx, userKeys(id));
  return { id };
}

/** Updates a profile and bumps what shows the person's name or picture. */
export async function updateUser(trx: Db, id: number, fields: ProfileFields): Promise<void> {
  const { collectionsPrivate, ...texts } = fields;
  await trx
    .updateTable("users")
    .set({ ...texts, collections_private: toBit(collectionsPrivate) })
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .execute();
  await bump(trx, userKeys(id));
}
