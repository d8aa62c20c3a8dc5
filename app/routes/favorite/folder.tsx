import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { PageHead } from "#app/components/layout/page-head";
import { Card } from "#app/components/ui/card";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritePaths } from "#app/features/favorite/favorite-paths";
import { FolderForm, type FolderRefusal } from "#app/features/favorite/folder-form";
import { RemoveFolderForm } from "#app/features/favorite/remove-folder-form";
import { sendFolder } from "#app/features/favorite/send-folder.server";
import { pageMeta } from "#app/features/seo/meta";
import { unlessReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { missingOf } from "#app/server/site/capabilities.server";
import { hereOf } from "#app/server/urls/here.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(
    data && {
      title: data.id === null ? "新建收藏夹" : "管理收藏夹",
      path: favoritePaths.edit(data.id ?? "new"),
      noIndex: true,
    },
    matches,
  );

const idOf = (args: LoaderFunctionArgs): number | null => (args.params.id === "new" ? null : numberOfParam(args));

export async function loader(args: LoaderFunctionArgs) {
  if ((await missingOf(args)).includes("favorite-folder")) throw notFound();
  const id = idOf(args);
  const load = async () => {
    const { userId } = await requireUser(args, paths.login(hereOf(args.request)));
    const folders = await gateway(args).load(favoriteFolderApi.list, { query: { userId } });
    if (id !== null && !folders.some((folder) => folder.id === id)) throw notFound();
    return folders;
  };
  return { id, folders: (await unlessReturned(args, load)) ?? [] };
}

export const action = (args: ActionFunctionArgs) => sendFolder(args, idOf(args));

export default function EditFolder() {
  const { id, folders } = useLoaderData<typeof loader>();
  const refused = useActionData<FolderRefusal>();
  const index = folders.findIndex((folder) => folder.id === id);
  const folder = folders[index] ?? null;
  const ofRemoval = refused?.intent === "remove";
  return (
    <Columns>
      <PageHead title={id === null ? "新建收藏夹" : "管理收藏夹"} />
      <Card className="detail">
        <FolderForm
          key={id}
          folder={folder}
          place={index + 1}
          places={folders.length}
          refused={ofRemoval ? undefined : refused}
        />
      </Card>
      {folder ? (
        <Card title="删除" className="detail">
          <RemoveFolderForm
            key={id}
            others={folders.filter((other) => other.id !== id)}
            refused={ofRemoval ? refused : undefined}
          />
        </Card>
      ) : null}
    </Columns>
  );
}
