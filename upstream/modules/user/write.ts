import { sql } from "kysely";
import type { z } from "zod";
import type { profileFields } from "#app/contract/user";
import type { Services } from "#upstream/call/context";
import type { Db } from "#upstream/db/dialect";
import { toBit } from "#upstream/db/schema/columns";
import { bump, type VersionKey } from "#upstream/db/versions";
import { writtenAt } from "#upstream/modules/content/written-at";
import { nameKey } from "#upstream/text/name-key";

type Clock = Pick<Services, "clock">;

/** Fields of a profile that its owner edits. */
export type ProfileFields = z.output<typeof profileFields>;

/** A person to create; what is left out is empty. */
export type NewUser = Partial<ProfileFields> & {
  nickname: string;
  /** Digits with the country code: 8613800000000. */
  phone?: string | null;
  passwordHash?: string | null;
  /** They still have to choose a name. */
  registrationPending?: boolean;
  /** For imports and the demo; now, unless given. */
  createdAt?: string;
};

/** Version keys of what shows a person: name and picture, the profile page, their card, the sitemap. */
export const userKeys = (id: number): VersionKey[] => [`user/${id}`, `profile/${id}`, `card/user/${id}`, "users"];

/** Key that keeps a name from others; null where somebody has it, since people who are imported keep theirs. */
function freeNameKey(nickname: string) {
  const key = nameKey(nickname);
  const taken = sql`exists (select 1 from users where name_key = ${key})`;
  return sql<string | null>`(select case when ${taken} then null else cast(${key} as text) end)`;
}

/** @throws a unique violation (`isUniqueViolation`) when somebody has the phone number already. */
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

/** Changes a profile; whatever shows the person's name or picture is made anew afterwards. */
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
