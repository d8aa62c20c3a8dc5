import type { LoaderFunctionArgs } from "@remix-run/node";
import { articleApi } from "#app/contract/content/article";
import { loadAuthorCard } from "#app/features/author/load-author-card.server";
import { loadComments } from "#app/features/comment/load-comments.server";
import { historyPath } from "#app/features/history/history-path.server";
import { ownLinks } from "#app/features/write/own-links.server";
import { paths } from "#app/paths";
import { tokenOf } from "#app/server/cookies/session.server";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { encodeId } from "#app/server/urls/short-id.server";

/** Maximum number of the author's other articles. */
const MORE = 5;

/** Loads everything on an article's page. */
export async function loadArticlePage(args: LoaderFunctionArgs, id: number) {
  const { load, call } = gateway(args);
  const article = load(articleApi.get, { params: { id } });
  const [detail, own, card, more, comments] = await Promise.all([
    article,
    // The article includes its counts; only the viewer's state is extra, and anonymous readers have none.
    tokenOf(args.request) ? optional(call(articleApi.extraInfo, { params: { id } })) : null,
    article.then(({ author }) => loadAuthorCard(args, author, "article")),
    article.then(({ author }) =>
      optional(call(articleApi.authorList, { query: { userId: author.userId, pageSize: MORE + 1 } })),
    ),
    loadComments(args, { kind: "article", id }),
  ]);
  const shortId = encodeId(id);
  return {
    article: {
      ...detail,
      shortId,
      href: paths.article(shortId),
      history: historyPath({ kind: "article", ...detail }),
    },
    own,
    ownLinks: own?.mine ? ownLinks({ kind: "article", id }) : null,
    ...card,
    more:
      more?.list
        .filter((other) => other.id !== id)
        .slice(0, MORE)
        .map(({ id, title, likeCount, commentCount }) => ({
          id,
          title,
          likeCount,
          commentCount,
          href: paths.article(encodeId(id)),
        })) ?? null,
    comments,
  };
}

export type ArticlePage = Awaited<ReturnType<typeof loadArticlePage>>;
