import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { EmptyState } from "#app/components/ui/empty-state";
import { DRAFTS_MAX } from "#app/contract/limits";
import { draftApi } from "#app/contract/writing/draft";
import { DiscardDraft } from "#app/features/draft-list/discard-draft";
import { DraftRow } from "#app/features/draft-list/draft-row";
import { loadDrafts } from "#app/features/draft-list/load-drafts.server";
import { UnsentDraftRow } from "#app/features/draft-list/unsent-draft-row";
import { useUnsentDrafts } from "#app/features/draft-list/use-unsent-drafts";
import { pageMeta } from "#app/features/seo/meta";
import { draftName } from "#app/features/write/model/draft-name";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "草稿箱", path: paths.drafts(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("draft")) throw notFound();
  const { userId } = await requireUser(args, paths.login(paths.drafts()));
  return { writer: userId, drafts: await loadDrafts(args) };
}

/** Discards a draft, unless it was saved again since the list showed it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const knownAt = textOf(form, "savedAt") || undefined;
  const body = { target: textOf(form, "target"), knownAt };
  const result = await attempt(() => gateway(args).call(draftApi.remove, { body }));
  if (result.status === "refused" && result.code === "CONFLICT") result.message = SAVED_SINCE;
  return respond(args, result, { back: paths.drafts(), flash: "草稿已放弃", bare: true });
}

const SAVED_SINCE = "这份草稿刚又保存过，没有放弃。看过新的那份，可以再放弃一次";

export default function Drafts() {
  const { writer, drafts } = useLoaderData<typeof loader>();
  const { unsent, discard } = useUnsentDrafts(
    writer,
    drafts.map(({ target }) => target),
  );
  return (
    <Columns>
      <PageHead
        title="草稿箱"
        text={`没写完的提问、回答和文章，只有你能看到；最多保留 ${DRAFTS_MAX} 份，再写会删去最早的。`}
      />
      <Card flush>
        {drafts.length + unsent.length === 0 ? (
          <EmptyState
            text="没有草稿。写到一半离开，写好的会存在这里"
            action={{ label: "回到首页", to: paths.home() }}
          />
        ) : (
          <ul className="items">
            {unsent.map((draft) => (
              <UnsentDraftRow key={draft.target} draft={draft} onDiscard={discard} />
            ))}
            {drafts.map(({ target, ...draft }) => (
              <DraftRow key={target} {...draft}>
                <DiscardDraft target={target} savedAt={draft.savedAt} name={draftName(draft)} writer={writer} />
              </DraftRow>
            ))}
          </ul>
        )}
      </Card>
    </Columns>
  );
}
