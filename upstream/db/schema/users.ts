import type { Generated } from "kysely";
import type { KindWith } from "#app/contract/kinds";
import type { Bit } from "#upstream/db/schema/columns";

/** Counters of what somebody wrote or favorited, by kind; a new kind adds its columns in a migration. */
export type CounterOfKind = `${KindWith<"owned">}_count` | `${KindWith<"favoritable">}_favorite_count`;

/** People. Counters are stored and changed in the transaction that changes what they count. */
export type UsersTable = Record<CounterOfKind, Generated<number>> & {
  id: Generated<number>;
  nickname: string;
  /** Key shared by confusable names; unique. Null for a name that somebody else had before, and for a generated one. */
  name_key: Generated<string | null>;
  /** Public URL of a picture (`/oss/<key>` or absolute), chosen at write time; empty for the generated default. */
  avatar: string;
  headline: string;
  bio: string;
  company: string;
  city: string;
  /** E.164 without the plus, e.g. 8613800000000; null when none is bound. */
  phone: string | null;
  password_hash: string | null;
  collections_private: Generated<Bit>;
  received_count: Generated<number>;
  follow_count: Generated<number>;
  fans_count: Generated<number>;
  follow_question_count: Generated<number>;
  liked_count: Generated<number>;
  zhiku_favorite_count: Generated<number>;
  /** Number of zhiku documents that they have read in. */
  zhiku_reading_count: Generated<number>;
  /** 1 from the first login until a nickname is chosen. */
  registration_pending: Generated<Bit>;
  /** 1 once they were offered a passkey after a login by code; it is not offered again. */
  passkey_offered: Generated<Bit>;
  /** Number of the last message to everybody that they have read. */
  broadcast_read: Generated<number>;
  created_at: string;
  deleted_at: string | null;
};
