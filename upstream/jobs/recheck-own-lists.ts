import type { Services } from "#upstream/call/context";
import { peopleWithLongLists, rebuildOwnListsOf } from "#upstream/db/lists/own-list-anchors";
import { transact } from "#upstream/db/transact";

/** Members per run. */
const PEOPLE_MAX = 100;

/**
 * Creates a job that recounts members' long lists, the next members at each run, then starts over: changes by a
 * concurrent older build, or by hand in the database, don't update the lists' anchors.
 */
export function createOwnListRechecker(peopleMax = PEOPLE_MAX): (services: Pick<Services, "db">) => Promise<void> {
  let after = 0;
  return async ({ db }) => {
    const people = await peopleWithLongLists(db, after, peopleMax);
    for (const userId of people) await transact(db, (trx) => rebuildOwnListsOf(trx, userId));
    after = people.length < peopleMax ? 0 : (people.at(-1) ?? 0);
  };
}
