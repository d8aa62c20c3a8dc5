import type { Services } from "#upstream/call/context";
import { peopleWithLongLists, rebuildOwnListsOf } from "#upstream/db/own-list-anchors";
import { transact } from "#upstream/db/transact";

/** People whose lists one run counts. */
const PEOPLE_MAX = 100;

/**
 * Counts the long lists of people anew, the next of them at each run, and after the last begins again: what an older build
 * beside this one, or a hand in the database, did to a list was not noted at its anchors.
 */
export function createOwnListRechecker(peopleMax = PEOPLE_MAX): (services: Pick<Services, "db">) => Promise<void> {
  let after = 0;
  return async ({ db }) => {
    const people = await peopleWithLongLists(db, after, peopleMax);
    for (const userId of people) await transact(db, (trx) => rebuildOwnListsOf(trx, userId));
    after = people.length < peopleMax ? 0 : (people.at(-1) ?? 0);
  };
}
