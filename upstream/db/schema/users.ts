import type { Generated } from "kysely";
import type { Bit } from "#upstream/db/schema/columns";

/** People. Counters are stored and changed in the transaction that changes what they count. */
export type UsersTable = {
  id: Generated<number>;
  nickname: string;
  /** Key that names which look alike share; unique. Null for a name that another had before, and a made-up one. */
  name_key: Generated<string | null>;
  /** Public address of a picture (`/oss/<key>` of ours, or absolute), chosen at write time; empty for the drawn default. */
  avatar: string;
  headline: string;
  bio: string;
  company: string;
  city: string;
  /** E.164 without the plus, e.g. 8613800000000; null when none is bound. */
  phone: string | null;
  password_hash: string | null;
  collections_private: Generated<Bit>;
  question_count: Generated<number>;
  answer_count: Generated<number>;
  article_count: Generated<number>;
  comment_count: Generated<number>;
  received_count: Generated<number>;
  follow_count: Generated<number>;
  fans_count: Generated<number>;
  follow_question_count: Generated<number>;
  article_favorite_count: Generated<number>;
  case_favorite_count: Generated<number>;
  liked_count: Generated<number>;
  zhiku_favorite_count: Generated<number>;
  /** Contents of zhiku that they have read in. */
  zhiku_reading_count: Generated<number>;
  /** 1 from the first login until a nickname is chosen. */
  registration_pending: Generated<Bit>;
  created_at: string;
  deleted_at: string | null;
};
