import { kindsWith } from "#app/contract/kinds";
import { kindsHere } from "#app/contract/parts";
import { suggestApi } from "#app/contract/reading/suggest";
import type { MembersCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { STORED } from "#upstream/db/stored-kinds";
import { keysOf, type VersionKey } from "#upstream/db/versions";
import { authorView } from "#upstream/modules/author/author";
import { partsOff } from "#upstream/modules/config/parts-off";
import { consumeLimits } from "#upstream/policy/limits";
import { relatedQuestions } from "#upstream/services/search/related";
import { peopleByName, peopleToCall, peopleToMention, questionTitles, tagsLike } from "./queries";

const QUESTIONS_MAX = 5;
/** Maximum number of people suggested during a search. */
const PEOPLE_MAX = 3;
const TAGS_MAX = 3;
const TITLES_MAX = 6;
/** Kinds with titles of their own. */
const TITLED = kindsWith("searchable").filter((kind) => kind !== "answer");
/** Lists of all kinds whose changes may change tags. */
const TAGGED: readonly VersionKey[] = kindsWith("tagged").map((kind) => STORED[kind].table);

export const suggest = implement(suggestApi, {
  async search({ query: { q } }, call) {
    const { db, search, dependsOn } = call;
    dependsOn("users", ...TAGGED);
    const kinds = kindsHere(TITLED, await partsOff(call));
    const [people, tags, titles] = await Promise.all([
      peopleByName(db, q, PEOPLE_MAX),
      tagsLike(db, q),
      search.titles(db, q, { kinds, limit: TITLES_MAX }),
    ]);
    dependsOn(
      ...keysOf(
        "card/user",
        people.map((person) => person.author_user_id),
      ),
    );
    return {
      people: people.map(authorView),
      tags: tags.slice(0, TAGS_MAX).map(({ name, total }) => ({ name, total })),
      titles,
    };
  },

  async questions({ query: { title } }, call) {
    await spendSuggestion(call);
    const ids = await relatedQuestions(call.search, call.db, { id: 0, title }, QUESTIONS_MAX);
    return questionTitles(call.db, ids);
  },

  async mentions({ query: { q, questionId } }, call) {
    const userId = await spendSuggestion(call);
    const people = q ? await peopleToCall(call.db, q) : await peopleToMention(call.db, userId, questionId ?? null);
    return people.filter((person) => person.author_user_id !== userId).map(authorView);
  },

  async tags({ query: { q } }, call) {
    await spendSuggestion(call);
    return tagsLike(call.db, q);
  },
});

/** @throws BusinessError RATE_LIMITED */
async function spendSuggestion(call: MembersCall): Promise<number> {
  const { userId } = call.viewer;
  await consumeLimits(call.db, call, [{ limit: "suggest", subject: userId }]);
  return userId;
}
