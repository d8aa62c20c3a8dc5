import { type LoaderFunctionArgs, type MetaFunction, replace } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { ContentsAside, ContentsFold, WORTH_LISTING } from "#app/components/ui/contents-list";
import { Prose } from "#app/components/ui/prose";
import { Tag } from "#app/components/ui/tag";
import { Time } from "#app/components/ui/time";
import { zhikuContentApi } from "#app/contract/zhiku/content";
import { readingMinutes } from "#app/features/article/reading-time";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuDenied } from "#app/features/zhiku/zhiku-denied";
import { ZHIKU_TYPES } from "#app/features/zhiku/zhiku-item";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway.server";
import { decodeId } from "#app/server/short-id.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.title,
      description: data.abstract,
      path: data.href,
      type: "article",
      image: data.cover?.url,
    },
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const id = decodeId(args.params.hash_id);
  if (id === null) throw replace(paths.zhikuError(404));
  return zhikuLinks(await gateway(args).load(zhikuContentApi.get, { params: { id } }));
}

export default function ZhikuArticle() {
  const content = useLoaderData<typeof loader>();
  return (
    <Columns side={content.headings.length >= WORTH_LISTING ? <ContentsAside headings={content.headings} /> : null}>
      <article className="card detail" aria-labelledby="zhiku-title">
        <p className="detail__facts">
          <Tag tone="accent">{ZHIKU_TYPES[content.type]}</Tag>
          <span>{content.category.name}</span>
          <Time value={content.updatedAt} format="date" />
          <span>约 {readingMinutes(content.length)} 分钟读完</span>
        </p>
        <h1 className="detail-title" id="zhiku-title">
          {content.title}
        </h1>
        <p className="zhiku-abstract">{content.abstract}</p>
        <ContentsFold headings={content.headings} />
        <Prose html={content.contentHtml} />
        {content.viewer.denied ? <ZhikuDenied denial={content.viewer.denied} /> : null}
      </article>
    </Columns>
  );
}
