import { expect, test } from "vitest";
import type { BaseInfo } from "#app/contract/people/user";
import { profileTabs } from "#app/features/profile/profile-tabs";

const NONE = {
  userId: 7,
  answerCount: 0,
  questionCount: 0,
  articleCount: 0,
  commentCount: 0,
  articleFavoriteCount: 0,
  caseFavoriteCount: 0,
  questionFavoriteCount: 0,
  answerFavoriteCount: 0,
  followCount: 0,
  fansCount: 0,
  followQuestionCount: 0,
  collectionsPrivate: false,
  viewer: { me: true },
} as unknown as BaseInfo;

test("a profile shows only counts above zero", () => {
  const shown = (profile: Partial<BaseInfo>) => {
    const { tabs, views } = profileTabs({ ...NONE, ...profile }, "/u/7/_collection", {
      has: () => true,
      offersMore: true,
    });
    return [...tabs, ...views].filter((tab) => "count" in tab).map(({ label, count }) => `${label} ${count}`);
  };
  expect(shown({})).toEqual([]);
  expect(shown({ answerCount: 2, questionFavoriteCount: 3 })).toEqual(["问答 2", "收藏 3", "问题 3"]);
});
