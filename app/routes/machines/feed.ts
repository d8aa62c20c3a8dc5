import type { LoaderFunctionArgs } from "@remix-run/node";
import { extApi } from "#app/contract/ext";
import { type KindWith, kindsWith } from "#app/contract/kinds";
import { userApi } from "#app/contract/user";
import { atomFeed } from "#app/features/feeds/atom.server";
import { machineResponse, noSuchFile } from "#app/features/feeds/xml";
import { paths } from "#app/paths";
import { env } from "#app/server/env.server";
import { gateway } from "#app/server/gateway.server";
import { orPlainError } from "#app/server/or-plain-error.server";
import { serverPaths } from "#app/server/server-paths";
import { siteOf } from "#app/server/site.server";

const FIVE_MINUTES = 5 * 60;

type Source = { kind: "all" | KindWith<"syndicated">; userId?: number };

/** The newest of the whole site, of one kind, or of one author, with the full texts. */
export async function loader(args: LoaderFunctionArgs) {
  const source = sourceOf(args.params);
  if (!source) throw noSuchFile();
  const { call } = gateway(args);
  const { userId } = source;
  const [entries, site, author] = await Promise.all([
    orPlainError(call(extApi.feed, { query: source })),
    siteOf(args),
    userId === undefined ? null : orPlainError(call(userApi.baseInfo, { query: { userId } })),
  ]);
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
    : names[source.kind];
  const feed = atomFeed({
    ...name,
    origin: env().publicOrigin,
    subtitle: author ? author.headline : site.slogan,
    entries,
  });
  return machineResponse(feed, "application/atom+xml", FIVE_MINUTES);
}

function sourceOf({ kind, id }: LoaderFunctionArgs["params"]): Source | null {
  const known = kindsWith("syndicated").find((one) => one === kind);
  if (kind !== undefined) return known ? { kind: known } : null;
  if (id === undefined) return { kind: "all" };
  return /^[1-9]\d{0,14}$/.test(id) ? { kind: "all", userId: Number(id) } : null;
}
