import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { Frame } from "#app/components/layout/frame";
import { LinkButton } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuFrame } from "#app/features/zhiku/zhiku-frame";
import { profileForPage } from "#app/features/zhiku/zhiku-guards.server";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";
import { requirePart } from "#app/server/require-part.server";

/** The head of errors, and of pages that say nothing of their own. */
export const meta: MetaFunction = ({ matches }) => pageMeta(undefined, matches);

/**
 * With a token, the professional profile comes along. What the page below needs is checked here for navigation: every
 * page asks again, since it can be fetched alone.
 */
export async function loader(args: LoaderFunctionArgs) {
  await requirePart(args, "zhiku");
  return { profile: await profileForPage(args) };
}

export default function ZhikuLayout() {
  return (
    <ZhikuFrame>
      <Outlet />
    </ZhikuFrame>
  );
}

/** An upstream without zhiku says so; that is no error of anybody's. */
export function ErrorBoundary() {
  const error = useRouteError();
  // On a site without zhiku, what leads there is a page like any other that is not there.
  if (!useParts()("zhiku")) {
    return (
      <Frame>
        <ErrorScreen />
      </Frame>
    );
  }
  const missing = isRouteErrorResponse(error) && (error.data as { code?: unknown })?.code === "NOT_IMPLEMENTED";
  return (
    <ZhikuFrame>
      {missing ? (
        <main className="error-screen" id="main">
          <Illustration name="welcome" />
          <h1 className="error-screen__title">知库正在筹备</h1>
          <p className="error-screen__description">这部分功能开放之后，就可以在这里使用。</p>
          <p className="error-screen__actions">
            <LinkButton to={paths.zhiku()} variant="primary">
              回知库首页
            </LinkButton>
          </p>
        </main>
      ) : (
        <ErrorScreen />
      )}
    </ZhikuFrame>
  );
}
