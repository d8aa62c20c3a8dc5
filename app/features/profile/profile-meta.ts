import type { MetaDescriptor } from "@remix-run/node";
import type { BaseInfo } from "#app/contract/people/user";
import { listPath } from "#app/features/seo/list-path";
import { absolute, type Matches, originOf, pageMeta } from "#app/features/seo/meta";
import { paths } from "#app/paths";

const LAYOUT = "routes/u/layout";

/** Meta tags of a page of a profile's view, e.g. 回答; `data` is undefined if its loader failed. */
export function profileMeta(
  view: string,
  path: (id: number) => string,
  data: { page: number } | undefined,
  matches: Matches,
): MetaDescriptor[] {
  const profile = matches.find((match) => match?.id === LAYOUT)?.data as { profile: BaseInfo } | undefined;
  if (!data || !profile) return pageMeta(undefined, matches);
  const { userId, nickname, headline, bio, avatar } = profile.profile;
  const origin = originOf(matches);
  return pageMeta(
    {
      // 某人的回答, but 某人收到的评论: a single 的 is enough.
      title: view.includes("的") ? nickname + view : `${nickname}的${view}`,
      description: bio || headline,
      path: listPath(path(userId), data.page),
      image: avatar,
      card: `user/${userId}`,
      type: "profile",
      jsonLd: {
        "@context": "https://schema.org",
        "@type": "ProfilePage",
        mainEntity: {
          "@type": "Person",
          name: nickname,
          url: origin + paths.writtenBy("answer", userId),
          ...(avatar ? { image: absolute(avatar, origin) } : {}),
          ...(headline ? { description: headline } : {}),
        },
      },
    },
    matches,
  );
}
