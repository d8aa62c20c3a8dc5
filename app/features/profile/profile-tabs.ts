import type { Tab } from "#app/components/ui/tabs";
import type { Part } from "#app/contract/parts";
import type { BaseInfo } from "#app/contract/people/user";
import { favoritePaths } from "#app/features/favorite/favorite-paths";
import { paths } from "#app/paths";

type Group = {
  label: string;
  under: string;
  tabs: {
    label: string;
    to: string;
    count?: number;
    part?: Part;
    /** Not supported by every upstream. */
    more?: true;
  }[];
};

/** All views of a profile in groups, with their counts. */
function profileGroups(profile: BaseInfo): Group[] {
  const { userId: id } = profile;
  return [
    {
      label: "问答",
      under: `/u/${id}/qna/`,
      tabs: [
        { label: "回答", to: paths.writtenBy("answer", id), count: profile.answerCount },
        { label: "提问", to: paths.writtenBy("question", id), count: profile.questionCount },
      ],
    },
    {
      label: "文章",
      under: paths.writtenBy("article", id),
      tabs: [{ label: "文章", to: paths.writtenBy("article", id), count: profile.articleCount, part: "article" }],
    },
    {
      label: "评论",
      under: `/u/${id}/comment/`,
      tabs: [
        { label: "发出的", to: paths.writtenBy("comment", id), count: profile.commentCount },
        { label: "收到的", to: paths.userReceivedComments(id) },
      ],
    },
    {
      label: "收藏",
      under: `/u/${id}/collection/`,
      tabs: [
        { label: "全部", to: paths.userCollections(id) },
        { label: "文章", to: paths.userArticleCollection(id), count: profile.articleFavoriteCount, part: "article" },
        { label: "案例", to: paths.userCaseCollection(id), count: profile.caseFavoriteCount, part: "case" },
        { label: "问题", to: favoritePaths.questions(id), count: profile.questionFavoriteCount, more: true },
        { label: "回答", to: favoritePaths.answers(id), count: profile.answerFavoriteCount, more: true },
        { label: "收藏夹", to: favoritePaths.folders(id), more: true },
      ],
    },
    {
      label: "关注",
      under: `/u/${id}/follow/`,
      tabs: [
        { label: "关注的人", to: paths.userFollows(id), count: profile.followCount },
        { label: "关注者", to: paths.userFans(id), count: profile.fansCount },
        { label: "关注的问题", to: paths.userFollowedQuestions(id), count: profile.followQuestionCount },
      ],
    },
  ];
}

type Site = {
  has: (part: Part) => boolean;
  /** Whether the optional tabs are supported. */
  offersMore: boolean;
};

/** Tabs of a profile and, if a tab has several views, those; each with its count unless that is 0. */
export function profileTabs(
  profile: BaseInfo,
  pathname: string,
  { has, offersMore }: Site,
): { tabs: Tab[]; views: Tab[] } {
  const hidden = profile.collectionsPrivate && !profile.viewer.me;
  const groups = profileGroups(profile)
    .map((group) => ({
      ...group,
      tabs: group.tabs.filter(({ part, more }) => (!part || has(part)) && (!more || offersMore)),
    }))
    // If all parts of a group are switched off, only its combined view, if any, is left.
    .filter(({ tabs }) => tabs.some(({ count }) => count !== undefined));
  const isCurrent = ({ under, tabs }: Group) => pathname.startsWith(under) || tabs.some(({ to }) => to === pathname);
  const current = groups.find(isCurrent);
  const tabs = groups.map((group) => {
    const first = group.tabs[0];
    const count = group.tabs.reduce((sum, tab) => sum + (tab.count ?? 0), 0);
    const shown = count === 0 || (group.label === "收藏" && hidden) ? {} : { count };
    return { label: group.label, to: first?.to ?? pathname, current: group === current, ...shown };
  });
  const views =
    current && current.tabs.length > 1
      ? current.tabs.map(({ count, label, to }) => ({
          label,
          to,
          current: to === pathname || pathname.startsWith(`${to}/`),
          ...(!count || (current.label === "收藏" && hidden) ? {} : { count }),
        }))
      : [];
  return { tabs, views };
}
