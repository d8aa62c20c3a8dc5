import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { followApi } from "#app/contract/reading/follow";
import { PersonRow } from "#app/features/author/person-row";
import { pronounOf, useProfile } from "#app/features/profile/profile-context";
import { ProfileList } from "#app/features/profile/profile-list";
import { profileMeta } from "#app/features/profile/profile-meta";
import { paths } from "#app/paths";
import { gateway } from "#app/server/gateway/gateway.server";
import { pageNumberOf } from "#app/server/params/page-number.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  profileMeta("关注", paths.userFollows, data, matches);

export async function loader(args: LoaderFunctionArgs) {
  const page = pageNumberOf(new URL(args.request.url).searchParams);
  return gateway(args).load(followApi.followList, { query: { userId: userIdOf(args), page } });
}

export default function UserFollows() {
  const page = useLoaderData<typeof loader>();
  const profile = useProfile();
  return (
    <ProfileList
      people
      page={page}
      empty={`${pronounOf(profile)}还没有关注别人。`}
      own={{ label: "看看新回答", to: paths.answers() }}
    >
      {page.list.map((person) => (
        <PersonRow key={person.userId} person={person} />
      ))}
    </ProfileList>
  );
}
