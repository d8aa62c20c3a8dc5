import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { isRouteErrorResponse, Outlet, useRouteError } from "@remix-run/react";
import { ErrorScreen } from "#app/components/layout/error-screen";
import { Frame } from "#app/components/layout/frame";
import { LinkButton } from "#app/components/ui/button";
import { Illustration, type IllustrationName } from "#app/components/ui/illustration";
import { pageMeta } from "#app/features/seo/meta";
import { ZhikuFrame } from "#app/features/zhiku/zhiku-frame";
import { profileForPage } from "#app/features/zhiku/zhiku-guards.server";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";
import type { PageErrorData } from "#app/server/errors/page-error.server";
import { requirePart } from "#app/server/site/require-part.server";

/** Default head for error pages, and for pages without their own. */
export const meta: MetaFunction = ({ matches }) => pageMeta(undefined, matches);

/**
 * With a session, the professional profile is loaded, too. Requirements of the page below are checked here for
 * navigation; every page does its own checks, since it can be fetched alone.
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

/** An upstream without zhiku is not an error. */
export function ErrorBoundary() {
  const error = useRouteError();
  // On a site without zhiku, its URLs are ordinary missing pages.
  if (!useParts()("zhiku")) {
    return (
      <Frame>
        <ErrorScreen />
      </Frame>
    );
  }
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: null };
  const said = data as Partial<PageErrorData> | null;
  return (
    <ZhikuFrame>
      {said?.code === "NOT_IMPLEMENTED" ? (
        <Told
          drawing="welcome"
          status={`${status} ${said.named}`}
          title="知库正在筹备"
          text="这部分功能开放之后，就可以在这里使用。"
          way={{ label: "回知库首页", to: paths.zhiku() }}
        />
      ) : said?.way ? (
        <Told
          drawing="not-found"
          status={`${status} ${said.named}`}
          title={said.title}
          text={said.message}
          way={said.way}
        />
      ) : (
        <ErrorScreen />
      )}
    </ZhikuFrame>
  );
}

type ToldProps = {
  drawing: IllustrationName;
  /** Status code and status message. */
  status: string;
  title: string | undefined;
  text: string | undefined;
  way: { label: string; to: string };
};

/** Error page of missing content, with one link. */
function Told({ drawing, status, title, text, way }: ToldProps) {
  return (
    <main className="error-screen" id="main">
      <Illustration name={drawing} />
      <p className="error-screen__status">{status}</p>
      <h1 className="error-screen__title">{title}</h1>
      <p className="error-screen__description">{text}</p>
      <p className="error-screen__actions">
        <LinkButton to={way.to} variant="primary">
          {way.label}
        </LinkButton>
      </p>
    </main>
  );
}
