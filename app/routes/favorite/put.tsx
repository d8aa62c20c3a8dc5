import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { KINDS, kindsWith } from "#app/contract/kinds";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { answerPath, pagePath } from "#app/features/content/page-path.server";
import {
  ADD_FOLDER,
  CHOSEN,
  favoritePaths,
  joinIds,
  MADE,
  SHOWN_IN,
  splitIds,
} from "#app/features/favorite/favorite-paths";
import { PutForm } from "#app/features/favorite/put-form";
import { pageMeta } from "#app/features/seo/meta";
import { attempt } from "#app/forms/attempt.server";
import { readForm, textOf } from "#app/forms/read-form.server";
import { respond } from "#app/forms/respond.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { hereOf } from "#app/server/urls/here.server";
import { safePath } from "#app/server/urls/safe-path.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "放进收藏夹", path: favoritePaths.put(data.kind, data.id), noIndex: true }, matches);

/** The text named in the URL. @throws Response: 404 if it is not something that can be a favorite */
function targetOf({ params, ...args }: LoaderFunctionArgs) {
  const kind = kindsWith("favoritable").find((one) => one === params.kind);
  if (!kind) throw notFound();
  return { kind, id: numberOfParam({ params, ...args }) };
}

type Target = ReturnType<typeof targetOf>;
const pageOf = ({ kind, id }: Target) => (kind === "answer" ? answerPath(id, null) : pagePath(kind, id));

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("favorite-folder")) throw notFound();
  const target = targetOf(args);
  const { searchParams } = new URL(args.request.url);
  const { userId } = await requireUser(args, paths.login(hereOf(args.request)));
  const { load } = gateway(args);
  const [places, folders] = await Promise.all([
    load(favoriteFolderApi.places, { query: { targetKind: target.kind, targetId: target.id } }),
    load(favoriteFolderApi.list, { query: { userId } }),
  ]);
  const next = safePath(searchParams.get("next"), pageOf(target));
  // A folder that was just created for this favorite is preselected, besides what was selected before.
  const made = Number(searchParams.get(MADE));
  const stored = joinIds(places.folderIds);
  const chosen = splitIds(searchParams.get(CHOSEN) ?? stored);
  const folderIds = folders.some(({ id }) => id === made) ? [...chosen, made] : chosen;
  // Ticked boxes of what was saved meanwhile count as shown, so that they can be unticked on the way back.
  const saved = folderIds.filter((id) => places.folderIds.includes(id));
  const shownIn = joinIds([...new Set([...splitIds(searchParams.get(SHOWN_IN) ?? stored), ...saved])]);
  return { ...target, folderIds, shownIn, title: places.title, name: KINDS[target.kind].name, folders, next };
}

/**
 * Puts the favorite into the selected folders, and removes it from the others; what stayed as the form had shown it is
 * not changed.
 */
export async function action(args: ActionFunctionArgs) {
  const target = targetOf(args);
  const form = await readForm(args.request);
  const next = safePath(textOf(form, "next"), pageOf(target));
  await requireUser(args, paths.login(favoritePaths.put(target.kind, target.id, next)));
  const folderIds = form.getAll("folderIds").map(Number).filter(Number.isSafeInteger);
  const shownIn = textOf(form, SHOWN_IN);
  if (textOf(form, "intent") === ADD_FOLDER) {
    const chosen = joinIds(folderIds);
    throw redirect(favoritePaths.edit("new", favoritePaths.put(target.kind, target.id, next, { chosen, shownIn })));
  }
  const changes = { folderIds, ...(shownIn ? { shownIn: splitIds(shownIn) } : {}) };
  const body = { targetKind: target.kind, targetId: target.id, ...changes };
  const values = { folderIds, shownIn };
  const result = await attempt(() => gateway(args).call(favoriteFolderApi.put, { body }), { values });
  const folders = result.status === "ok" ? result.data.folderIds.length : 0;
  const nowhere = form.has("gone") ? "已移出收藏夹" : "已收藏，不在任何收藏夹里";
  const flash = folders > 0 ? `已放进 ${folders} 个收藏夹` : nowhere;
  return respond(args, result, { back: next, flash, echo: true, leads: true });
}

export default function PutIntoFolders() {
  const { name, title, ...form } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <Columns>
      <PageHead title="放进收藏夹" text={`${name}：${title}`} />
      <Card className="detail">
        <PutForm
          key={`${form.kind}:${form.id}`}
          {...form}
          refused={result?.status === "refused" ? result : undefined}
        />
      </Card>
    </Columns>
  );
}
