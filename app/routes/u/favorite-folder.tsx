import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, LinkButton } from "#app/components/ui/button";
import { measured } from "#app/contract/kinds";
import { favoriteFolderApi } from "#app/contract/reading/favorite-folder";
import { favoritePaths } from "#app/features/favorite/favorite-paths";
import { contentOf, FeedEntry } from "#app/features/feed/feed";
import { feedLinks } from "#app/features/feed/feed-links.server";
import { LazyMoreMenu } from "#app/features/more/lazy-more-menu";
import { useProfile } from "#app/features/profile/profile-context";
import { ELSEWHERE, ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { WriterField } from "#app/forms/writer-field";
import { notFound } from "#app/server/errors/page-error.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { numberOfParam } from "#app/server/params/number-param.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta(
    `收藏夹：${data?.folder.name ?? ""}`,
    (userId) => favoritePaths.folder(userId, data?.folder.id ?? 0),
    data,
    matches,
  );

export async function loader(args: LoaderFunctionArgs) {
  const id = numberOfParam({ params: { id: args.params.folder } });
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  const found = await gateway(args).load(favoriteFolderApi.get, { params: { id }, query: { page } });
  if (found.folder.userId !== userIdOf(args)) throw notFound();
  return {
    ...found,
    list: found.list.map((item) =>
      item.kind === "gone" || item.kind === "off"
        ? { ...item, name: measured(item.targetKind), put: favoritePaths.put(item.targetKind, item.targetId) }
        : feedLinks(item),
    ),
  };
}

export default function FavoriteFolder() {
  const { folder, ...page } = useLoaderData<typeof loader>();
  const { me } = useProfile().viewer;
  const here = favoritePaths.folder(folder.userId, folder.id);
  return (
    <>
      <div className="folder-head">
        <h2 className="folder-head__name">{folder.name}</h2>
        <span>{me ? (folder.shown ? "公开" : "只有自己可见") : `${folder.count} 项`}</span>
        {me ? (
          <LinkButton to={favoritePaths.edit(folder.id)} size="small" variant="soft">
            管理
          </LinkButton>
        ) : null}
        {folder.shown ? <LazyMoreMenu what={`收藏夹“${folder.name}”`} href={here} /> : null}
      </div>
      <ProfileList page={page} empty="这个收藏夹里还没有内容。" own={ELSEWHERE} illustration="empty-favorites">
        {page.list.map((item) =>
          item.kind === "gone" ? (
            <li key={item.put} className="item">
              <div className="item__body">
                <p className="item__excerpt">这{item.name}已被删除。</p>
                <form method="post" action={item.put} className="item__foot">
                  <WriterField notice={null} />
                  <input type="hidden" name="next" value={here} />
                  <input type="hidden" name="gone" value="1" />
                  <Button type="submit" size="small">
                    移出收藏夹
                  </Button>
                </form>
              </div>
            </li>
          ) : item.kind === "off" ? (
            <li key={item.put} className="item">
              <p className="item__excerpt">这{item.name}所在的栏目现在没有开放，重新开放后会回到这里。</p>
            </li>
          ) : (
            <FeedEntry
              key={item.kind + contentOf(item).id}
              item={item}
              tool={
                me ? (
                  <form action={favoritePaths.put(item.kind, contentOf(item).id)}>
                    <input type="hidden" name="next" value={here} />
                    <Button type="submit" size="small" variant="soft" aria-label={`移动：${contentOf(item).title}`}>
                      移动
                    </Button>
                  </form>
                ) : null
              }
            />
          ),
        )}
      </ProfileList>
    </>
  );
}
