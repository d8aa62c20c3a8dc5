import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Button } from "#app/components/ui/button";
import { Card } from "#app/components/ui/card";
import { Pagination } from "#app/components/ui/pagination";
import { Time } from "#app/components/ui/time";
import { zhikuHistoryApi } from "#app/contract/zhiku/history";
import { zhikuUserRecorderApi } from "#app/contract/zhiku/user-recorder";
import { EmptyList } from "#app/features/feed/empty-list";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuEntry } from "#app/features/zhiku/zhiku-entry";
import { zhikuLinks } from "#app/features/zhiku/zhiku-links.server";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { WriterField } from "#app/forms/writer-field";
import { useOffered } from "#app/hooks/offered";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "阅读历史", path: paths.zhikuHistory(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const records = await gateway(args).load(zhikuUserRecorderApi.list, { query: { page } });
  return {
    ...records,
    list: records.list.map(({ content, ...record }) => ({ ...record, content: zhikuLinks(content) })),
  };
}

/** Removes one document (`contentId`) or all from the history. */
export async function action(args: ActionFunctionArgs) {
  await requireUser(args);
  const form = await readForm(args.request);
  const given = textOf(form, "contentId");
  // An invalid number is refused, and never means all.
  const contentId = given === "" ? undefined : given;
  const result = await attempt(() => gateway(args).call(zhikuHistoryApi.forgetReadings, { body: { contentId } }));
  const flash = contentId ? "已从阅读历史中移除" : "阅读历史已清空";
  return respond(args, result, { back: paths.zhikuHistory(), flash, leads: true });
}

export default function ZhikuHistory() {
  const records = useLoaderData<typeof loader>();
  const forgets = useOffered("reading-history");
  return (
    <Columns>
      <PageHead title="阅读历史" text="读过的资料，最近读的在前；只有你自己看得到">
        {forgets && records.total > 0 ? (
          <details className="zhiku-clear">
            <summary className="button button--plain button--small">清空</summary>
            <form method="post">
              <WriterField notice={null} />
              <p>清空后，上次读到哪里也不再记得。</p>
              <Button type="submit" size="small" variant="primary">
                确定清空
              </Button>
            </form>
          </details>
        ) : null}
      </PageHead>
      <Card flush>
        {records.list.length > 0 ? (
          <ul className="items">
            {records.list.map(({ content, position, readAt }) => (
              <ZhikuEntry
                key={content.id}
                {...content}
                viewer={content.viewer ?? { denied: null, percent: position.percent }}
                text={<p className="clamp-2">{content.abstract}</p>}
              >
                <span>{content.category.name}</span>
                <span className="zhiku-read">
                  <span>
                    <Time value={readAt} />
                    读过
                  </span>
                  {forgets ? (
                    <form method="post" className="zhiku-remove">
                      <WriterField notice={null} />
                      <input type="hidden" name="contentId" value={content.id} />
                      <button type="submit" className="zhiku-remove__button" aria-label={`移除 ${content.title}`}>
                        移除
                      </button>
                    </form>
                  ) : null}
                </span>
              </ZhikuEntry>
            ))}
          </ul>
        ) : (
          <EmptyList
            page={records.page}
            text="还没有读过知库里的资料"
            action={{ label: "去知库看看", to: paths.zhiku() }}
          />
        )}
        <Pagination {...records} />
      </Card>
    </Columns>
  );
}
