import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LinkButton } from "#app/components/ui/button";
import { userApi } from "#app/contract/people/user";
import { AvatarForm } from "#app/features/account/avatar-form";
import { changeProfile } from "#app/features/account/change-profile.server";
import { ProfileForm } from "#app/features/account/profile-form";
import { pageMeta } from "#app/features/seo/meta";
import { isFormReturned } from "#app/forms/returned-form.server";
import { paths } from "#app/paths";
import { optional } from "#app/server/errors/optional.server";
import { gateway } from "#app/server/gateway/gateway.server";
import { requireUser } from "#app/server/viewer.server";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(data && { title: "个人资料", path: paths.account(), noIndex: true }, matches);

export async function loader(args: LoaderFunctionArgs) {
  if (isFormReturned(args.context)) return { profile: await optional(gateway(args).call(userApi.editor, {})) };
  await requireUser(args);
  return { profile: await gateway(args).load(userApi.editor, {}) };
}

export const action = (args: ActionFunctionArgs) => changeProfile(args);

export default function AccountProfile() {
  const { profile } = useLoaderData<typeof loader>();
  return (
    <div className="account">
      {profile ? (
        <div className="account__who">
          <AvatarForm profile={profile} />
          <LinkButton to={paths.user(profile.userId)} size="small">
            看我的主页
          </LinkButton>
        </div>
      ) : null}
      <ProfileForm profile={profile} />
    </div>
  );
}
