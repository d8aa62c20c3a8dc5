import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { Columns } from "#app/components/layout/columns";
import { Card } from "#app/components/ui/card";
import { Tabs } from "#app/components/ui/tabs";
import { userApi } from "#app/contract/people/user";
import { leadOnMergedPerson } from "#app/features/profile/lead-on-merged-person.server";
import { ProfileHead } from "#app/features/profile/profile-head";
import { profileTabs } from "#app/features/profile/profile-tabs";
import { useOffered } from "#app/hooks/offered";
import { useParts } from "#app/hooks/parts";
import { gateway } from "#app/server/gateway/gateway.server";
import { userIdOf } from "#app/server/params/user-id-param.server";

export async function loader(args: LoaderFunctionArgs) {
  const userId = userIdOf(args);
  const profile = await gateway(args)
    .load(userApi.baseInfo, { query: { userId } })
    .catch((error: unknown) => leadOnMergedPerson(args, userId, error));
  return { profile };
}

export default function Profile() {
  const { profile } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const { tabs, views } = profileTabs(profile, pathname, {
    has: useParts(),
    offersMore: useOffered("favorite-folder"),
  });
  return (
    <Columns wide>
      <div className="profile">
        {/* A list of favorites shows a shorter profile. */}
        <ProfileHead profile={profile} brief={/^\/u\/\d+\/_?collection/.test(pathname)} />
        <Card flush className="profile-body">
          <Tabs label="主页的内容" tabs={tabs} />
          {views.length > 0 ? (
            <div className="profile-body__views">
              <Tabs label="看哪一些" variant="pill" tabs={views} />
            </div>
          ) : null}
          <Outlet context={profile} />
        </Card>
      </div>
    </Columns>
  );
}
