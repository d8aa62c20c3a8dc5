import { sql } from "kysely";

/** SQL condition: somebody's name is another's, who has its key. Written as in the index `users_sharing_name`. */
export const sharesName = sql<boolean>`coalesce(name_key, '') = '' and deleted_at is null`;
