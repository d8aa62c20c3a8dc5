import { useRouteLoaderData } from "@remix-run/react";
import { Suspense } from "react";
import { buttonClass } from "#app/components/ui/button";
import { LoginLink } from "#app/features/login/login-link";
import { paths } from "#app/paths";
import type { loader } from "#app/root";
import { LazyMemberMenu } from "./lazy-member-menu";

/** The far end of the header: login for visitors, their own menu for members. */
export function AccountMenu() {
  const viewer = useRouteLoaderData<typeof loader>("root")?.viewer;
  return viewer !== null ? (
    <Suspense fallback={null}>
      <LazyMemberMenu viewer={viewer} />
    </Suspense>
  ) : (
    <>
      <LoginLink className={buttonClass({ variant: "soft" }, "site-header__ask")} next={paths.writeQuestion()}>
        提问
      </LoginLink>
      <LoginLink open className={buttonClass({ variant: "primary" }, "site-header__login")}>
        登录
      </LoginLink>
    </>
  );
}
