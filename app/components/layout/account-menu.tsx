import { Suspense } from "react";
import { buttonClass } from "#app/components/ui/button";
import { LoginLink } from "#app/features/login/login-link";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { LazyMemberMenu } from "./lazy-member-menu";

/** The right end of the header: a login link for anonymous readers, a menu for members. */
export function AccountMenu() {
  const viewer = useRoot()?.viewer;
  return viewer !== null ? (
    <Suspense fallback={null}>
      <LazyMemberMenu viewer={viewer} />
    </Suspense>
  ) : (
    <>
      <LoginLink className={buttonClass({ variant: "soft" }, "site-header__ask")} next={paths.write("question")}>
        提问
      </LoginLink>
      <LoginLink open className={buttonClass({ variant: "primary" }, "site-header__login")}>
        登录
      </LoginLink>
    </>
  );
}
