import type { ZhikuDenial } from "#app/contract/zhiku/content";
import { isProfileComplete } from "#app/contract/zhiku/profile";
import { nowIso, type Services, type Viewer } from "#upstream/call/context";
import { BusinessError } from "#upstream/call/errors";
import { compiledQuery } from "#upstream/db/compiled-query";
import type { CategoryTree } from "#upstream/modules/zhiku/category/tree";
import { findProfile } from "#upstream/modules/zhiku/profile/queries";

/** Columns that determine whether a document may be read in full. */
export type Readable = { category_id: number; trial: 0 | 1 };

/** A zhiku viewer, with what they may open at this moment. */
export type Reader = {
  userId: number | null;
  /** Whether the profile is complete and not refused. */
  complete: boolean;
  /** Whether an active right opens a category. */
  opens(categoryId: number): boolean;
  /** Reason why a document is locked; null if it is open. */
  denial(content: Readable): ZhikuDenial | null;
};

/** Loads what the viewer may open, on every call, because rights start and end to the second. */
export async function readerOf(
  services: Pick<Services, "db" | "clock">,
  viewer: Viewer | null,
  tree: CategoryTree,
): Promise<Reader> {
  if (!viewer) return { userId: null, complete: false, opens: () => false, denial: () => "NOT_LOGIN" };
  const { userId } = viewer;
  const [profile, rights] = await Promise.all([findProfile(services.db, userId), runningRights(services, userId)]);
  const complete = isProfileComplete(profile);
  const opens = openedBy(rights, tree);
  return {
    userId,
    complete,
    opens,
    denial({ category_id, trial }) {
      if (!complete) return "USER_INFO_INCOMPLETE";
      return trial === 1 || opens(category_id) ? null : "RIGHTS_NOT_SUBSCRIBED";
    },
  };
}

/** @throws BusinessError NOT_LOGIN, USER_INFO_INCOMPLETE or RIGHTS_NOT_SUBSCRIBED */
export function requireReadable(reader: Reader, content: Readable): void {
  const denied = reader.denial(content);
  if (denied) throw new BusinessError(denied);
}

const rightsRunning = compiledQuery((db, { userId, now }: { userId: number; now: string }) =>
  db
    .selectFrom("zhiku_rights")
    .select("category_id")
    .where("user_id", "=", userId)
    .where("until_at", ">", now)
    .where("from_at", "<=", now),
);

async function runningRights(services: Pick<Services, "db" | "clock">, userId: number): Promise<(number | null)[]> {
  const rows = await rightsRunning(services.db, { userId, now: nowIso(services) });
  return rows.map((row) => row.category_id);
}

function openedBy(rights: readonly (number | null)[], tree: CategoryTree): Reader["opens"] {
  if (rights.includes(null)) return () => true;
  const direct = new Set(rights);
  return (categoryId) => tree.upwards(categoryId).some((id) => direct.has(id));
}
