import { CLOSED_NICKNAME } from "#app/contract/people/closed-nickname";
import type { Person } from "#app/contract/reading/follow";

/** One page of people; a closed account has no follow button, like the reader's own row, unless the reader follows it. */
export const peoplePage = <P extends { list: Person[] }>(page: P): P => ({
  ...page,
  list: page.list.map((person) =>
    person.nickname === CLOSED_NICKNAME && !person.viewer.followed
      ? { ...person, viewer: { ...person.viewer, me: true } }
      : person,
  ),
});
