import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { EmptyState } from "#app/components/ui/empty-state";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritePaths } from "#app/features/favorite/favorite-paths";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ELSEWHERE } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { gateway } from "#app/server/gateway/gateway.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("收藏夹", favoritePaths.folders, data && { page: 1 }, matches);

export async function loader(args: LoaderFunctionArgs) {
  return { folders: await gateway(args).load(favoriteFolderApi.list, { query: { userId: userIdOf(args) } }) };
}

export default function FavoriteFolders() {
  const { folders } = useLoaderData<typeof loader>();
  const profile = useProfile();
  const { userId } = profile;
  const { me } = profile.viewer;
  if (folders.length === 0 && !me) {
    const text = `${pronounOf(profile)}没有公开的收藏夹。`;
    return <EmptyState illustration="empty-favorites" text={text} action={ELSEWHERE} />;
  }
  if (folders.length === 0) {
    return (
      <EmptyState
        illustration="empty-favorites"
        text="收藏多了，分门别类放进收藏夹。"
        action={{ label: "新建收藏夹", to: favoritePaths.edit("new") }}
      />
    );
  }
  return (
    <>
      <ul className="items">
        {folders.map(({ id, name, shown, count }) => (
          <li key={id} className="item">
            <div className="item__body">
              <h2 className="item__title">
                <Link to={favoritePaths.folder(userId, id)}>{name}</Link>
              </h2>
              <div className="item__foot">
                <span>{count} 项</span>
                {me ? (
                  <span className="folder-mark">
                    <Icon name={shown ? "eye" : "lock"} />
                    {shown ? "公开" : "只有自己可见"}
                  </span>
                ) : null}
                {me ? (
                  <LinkButton to={favoritePaths.edit(id)} size="small" variant="soft" aria-label={`管理收藏夹 ${name}`}>
                    管理
                  </LinkButton>
                ) : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
      {me ? (
        <p className="profile-body__end">
          <LinkButton to={favoritePaths.edit("new")} icon="plus">
            新建收藏夹
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
