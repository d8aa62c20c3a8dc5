import { suggestApi } from "#app/contract/suggest";
import type { MembersCall } from "#upstream/call/context";
import { implement } from "#upstream/call/implement";
import { authorView } from "#upstream/modules/author/author";
import { consumeLimits } from "#upstream/policy/limits";
import { relatedQuestions } from "#upstream/services/search/related";
import { peopleAround, peopleNamed, questionTitles, tagsLike } from "./queries";

const QUESTIONS_MAX = 5;

export const suggest = implement(suggestApi, {
  async questions({ query: { title } }, call) {
    await spendSuggestion(call);
    const ids = await relatedQuestions(call.search, call.db, { id: 0, title }, QUESTIONS_MAX);
    return questionTitles(call.db, ids);
  },

  async mentions({ query: { q, questionId } }, call) {
    const userId = await spendSuggestion(call);
    const people = q ? await peopleNamed(call.db, q) : await peopleAround(call.db, userId, questionId ?? null);
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
