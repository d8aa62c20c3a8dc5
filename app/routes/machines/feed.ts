import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { classificationApi } from "#app/contract/content/classification";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { TAG_LENGTH_MAX } from "#app/contract/limits";
import { userApi } from "#app/contract/people/user";
import { tagApi } from "#app/contract/reading/tag";
import { syndicationApi } from "#app/contract/site/syndication";
import { parseId } from "#app/contract/text/parse-id";
import { atomFeed } from "#app/features/machine-files/atom.server";
import { classFeed, tagFeed } from "#app/features/machine-files/feed-paths";
import { feedResponse, noSuchFile } from "#app/features/machine-files/xml";
import { paths } from "#app/paths";
import { env } from "#app/server/env.server";
import { orPlainError } from "#app/server/errors/or-plain-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { refuseProgramsWhilePreparing } from "#app/server/site/preparing.server";
import { siteOf } from "#app/server/site/site.server";
import { serverPaths } from "#app/server/urls/server-paths";

const FIVE_MINUTES = 5 * 60;

type Source = { kind: "all" | KindWith<"syndicated">; userId?: number; tag?: string; classificationId?: number };

/** Feed of the newest texts of the whole site, or of one kind, author, tag or classification, with full texts. */
export async function loader(args: LoaderFunctionArgs) {
  const source = sourceOf(args.params);
  if (!source) throw noSuchFile();
  await refuseProgramsWhilePreparing(args);
  const { call } = gateway(args);
  const { userId, tag, classificationId } = source;
  if (tag) await requireTag(args, tag);
  const [entries, site, author, classes] = await Promise.all([
    orPlainError(call(syndicationApi.feed, { query: source })),
    siteOf(args),
    userId === undefined ? null : orPlainError(call(userApi.baseInfo, { query: { userId } })),
    classificationId === undefined ? [] : orPlainError(call(classificationApi.articleList, {})),
  ]);
  const className = classes.find(({ id }) => id === classificationId)?.name;
  if (classificationId !== undefined && className === undefined) throw noSuchFile();
  if (tag !== undefined && entries.length === 0) throw noSuchFile();
  const names = {
    all: { title: site.name, selfPath: paths.feed(), pagePath: paths.home() },
    article: { title: `${site.name}：最新文章`, selfPath: serverPaths.articleFeed(), pagePath: paths.articles() },
    question: { title: `${site.name}：最新问题`, selfPath: serverPaths.questionFeed(), pagePath: paths.questions() },
  };
  const name = author
    ? {
        title: `${author.nickname} - ${site.name}`,
        selfPath: paths.userFeed(author.userId),
        pagePath: paths.writtenBy(site.off?.includes("article") ? "answer" : "article", author.userId),
      }
    : tag !== undefined
      ? { title: `${tag} - ${site.name}`, selfPath: tagFeed(tag), pagePath: paths.questions({ tag }) }
      : className !== undefined && classificationId !== undefined
        ? {
            title: `${className} - ${site.name}`,
            selfPath: classFeed(classificationId),
            pagePath: paths.articles({ class: classificationId }),
          }
        : names[source.kind];
  const feed = atomFeed({
    ...name,
    origin: env().publicOrigin,
    subtitle: author ? author.headline : site.slogan,
    entries,
  });
  return feedResponse(feed, "application/atom+xml", FIVE_MINUTES);
}

/** @throws Response: 404 if staff have hidden the tag; a redirect if it has another name now */
async function requireTag(args: LoaderFunctionArgs, tag: string): Promise<void> {
  const { name } = await orPlainError(gateway(args).call(tagApi.current, { query: { name: tag } }));
  if (name === null) throw noSuchFile();
  if (name !== tag) throw redirect(tagFeed(name), 301);
}

function sourceOf({ kind, id, tag, class: classificationId }: LoaderFunctionArgs["params"]): Source | null {
  if (tag !== undefined) return [...tag].length <= TAG_LENGTH_MAX ? { kind: "all", tag } : null;
  if (classificationId !== undefined) {
    const wanted = parseId(classificationId);
    return wanted === null ? null : { kind: "article", classificationId: wanted };
  }
  const known = kindsWith("syndicated").find((one) => one === kind);
  if (kind !== undefined) return known ? { kind: known } : null;
  if (id === undefined) return { kind: "all" };
  const userId = parseId(id);
  return userId === null ? null : { kind: "all", userId };
}
