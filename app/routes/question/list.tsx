import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { buttonClass } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { Pagination } from "#app/components/ui/pagination";
import { articleApi } from "#app/contract/content/article";
import { questionApi, questionSort } from "#app/contract/content/question";
import { TAG_LENGTH_MAX } from "#app/contract/limits";
import { followingApi } from "#app/contract/reading/following";
import { tagApi } from "#app/contract/reading/tag";
import { configApi } from "#app/contract/site/config";
import { RecommendedAuthors } from "#app/features/author/recommended-authors";
import { EmptyList } from "#app/features/feed/empty-list";
import { MemberLink } from "#app/features/login/member-link";
import { tagFeed } from "#app/features/machine-files/feed-paths";
import { AskBox } from "#app/features/question/ask-box";
import { HotTags } from "#app/features/question/hot-tags";
import { QuestionItem } from "#app/features/question/question-item";
import { questionLinks } from "#app/features/question/question-links.server";
import { QuestionViews } from "#app/features/question/question-views";
import { FollowButton } from "#app/features/reaction/follow-button";
import { SearchInTag } from "#app/features/search/search-in-tag";
import { requireCurrentTag } from "#app/features/seo/current-tag.server";
import { listPath } from "#app/features/seo/list-path";
import { pageMeta } from "#app/features/seo/meta";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { missingOf } from "#app/server/site/capabilities.server";

const TAGS = 24;
const AUTHORS = 5;

const EMPTY = {
  latest: "这里还没有问题。",
  hot: "这里还没有问题。",
  unanswered: "所有问题都有人回答了。",
  featured: "还没有选出精华问题。",
};
const EMPTY_WITH_TAG = {
  latest: "还没有带这个标签的问题。",
  hot: "还没有带这个标签的问题。",
  unanswered: "带这个标签的问题都有人回答了。",
  featured: "带这个标签的问题里还没有选出精华。",
};

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.tag ? `${data.tag}的问题` : "问答",
      description: data.tag
        ? `关于“${data.tag}”的 ${data.tagged} 个问题与回答。`
        : "从一个真实的困惑开始，写清背景，等一个有依据的回答。",
      path: listPath(paths.questions({ tag: data.tag }), data.questions.page),
      // A tag can be any text in a URL.
      noIndex: data.questions.list.length === 0,
      feed: data.feed,
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const { load, call } = gateway(args);
  const query = new URL(args.request.url).searchParams;
  const sort = questionSort.catch("latest").parse(query.get("sort"));
  const tag = query.get("tag")?.trim() || null;
  const page = pageNumberOf(query);
  const tooLong = tag !== null && [...tag].length > TAG_LENGTH_MAX;
  const [missing, questions, all, tags, authors, articles, followed] = await Promise.all([
    missingOf(args),
    tooLong
      ? { list: [], total: 0, page: 1, pageSize: 1 }
      : load(questionApi.list, { query: { sort, page, ...(tag ? { tag } : {}) } }),
    // A tab may show only some of a tag's questions.
    tag && !tooLong && sort !== "latest" ? optional(call(questionApi.list, { query: { tag, pageSize: 1 } })) : null,
    optional(call(tagApi.popular, {})),
    optional(call(configApi.recommendAuthor, {})),
    tag && !tooLong ? optional(call(articleApi.list, { query: { tag, pageSize: 1 } })) : null,
    tag && !tooLong && tokenOf(args.request) ? optional(call(followingApi.tag, { query: { name: tag } })) : null,
    requireCurrentTag(args, tooLong ? null : tag),
  ]);
  const tagged = (all ?? questions).total;
  return {
    sort,
    tag,
    tagged,
    feed: tag && tagged > 0 && !missing.includes("feed") ? tagFeed(tag) : null,
    questions: { ...questions, list: questions.list.map(questionLinks) },
    tags: tags?.slice(0, TAGS) ?? [],
    authors: authors?.slice(0, AUTHORS) ?? [],
    articles: articles?.total ?? 0,
    followed: followed?.followed ?? false,
  };
}

export default function Questions() {
  const { sort, tag, tagged, feed, questions, tags, authors, articles, followed } = useLoaderData<typeof loader>();
  const offered = useOffered("following");
  return (
    <Columns
      side={
        <>
          <AskBox />
          <HotTags tags={tags} />
          <RecommendedAuthors authors={authors} />
        </>
      }
    >
      {tag ? (
        <PageHead
          title={tag}
          up={{ label: "全部问题", to: paths.questions() }}
          text={
            <>
              带有这个标签的 {tagged} 个问题
              {articles > 0 ? (
                <>
                  ，还有 <Link to={paths.articles({ tag })}>{articles} 篇文章</Link>
                </>
              ) : null}
            </>
          }
        >
          {tagged > 0 ? (
            <div className="actions">
              {offered ? <FollowButton what="tag" id={tag} name={tag} active={followed} /> : null}
              <SearchInTag tag={tag} />
              {feed ? (
                <a href={feed} className="icon-button" aria-label={`订阅标签${tag}`} title="订阅">
                  <Icon name="rss" />
                </a>
              ) : null}
            </div>
          ) : null}
        </PageHead>
      ) : (
        <PageHead title="问答" text="从一个真实的困惑开始，写清背景，等一个有依据的回答。" />
      )}
      <Card flush>
        <QuestionViews current={sort} tag={tag} />
        {questions.list.length > 0 ? (
          <ul className="items">
            {questions.list.map((question) => (
              <QuestionItem key={question.id} question={question} />
            ))}
          </ul>
        ) : (
          <EmptyList
            page={questions.page}
            text={tag ? EMPTY_WITH_TAG[tagged > 0 ? sort : "latest"] : EMPTY[sort]}
            action={{ label: "看全部问题", to: paths.questions() }}
            whole={
              tag || sort !== "latest"
                ? null
                : {
                    text: "这里还没有问题，来提第一个吧。",
                    action: (
                      <MemberLink to={paths.write("question")} className={buttonClass({ variant: "soft" })}>
                        去提问
                      </MemberLink>
                    ),
                  }
            }
          />
        )}
        <Pagination {...questions} />
      </Card>
    </Columns>
  );
}
