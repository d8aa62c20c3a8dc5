import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Illustration, type IllustrationName } from "#app/components/ui/illustration";
import { Link } from "#app/components/ui/link";
import { useHere } from "#app/components/ui/use-here";
import { useOffered } from "#app/hooks/offered";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { SearchForm } from "./search-form";

const UNKNOWN: Failed = { status: 500, statusText: "Internal Server Error" };

const DRAWINGS: Record<number, IllustrationName> = { 401: "locked", 403: "locked", 404: "not-found", 503: "offline" };

/** Texts of an error for the reader; never a stack or an internal message. */
type Said = { named?: string; title?: string; message?: string; requestId?: string };
type Failed = { status: number; statusText: string; data?: Said };

/**
 * The error page: status, status message and description. Errors of ours bring their texts (`notice`); unexpected ones,
 * and requests that Remix itself refuses (such as a form to a page that takes none), have none.
 */
export function ErrorScreen() {
  const error = useRouteError();
  const { status, statusText, data }: Failed = isRouteErrorResponse(error) ? error : UNKNOWN;
  const { named = statusText, title, message, requestId } = data ?? {};
  const { path } = useHere();
  const viewer = useRoot()?.viewer;
  const trash = useOffered("trash");
  const missing = status === 404;
  return (
    <main className="error-screen" id="main">
      <Illustration name={DRAWINGS[status] ?? "server-error"} />
      <p className="error-screen__status">
        {status} {named}
      </p>
      <h1 className="error-screen__title">{title || "这一页没能打开"}</h1>
      <p className="error-screen__description">{message || "请稍后重试"}</p>
      {/* Also after a search that failed: it keeps the words, and phones have no field in the header. */}
      <SearchForm />
      <p className="error-screen__actions">
        {/* Retrying does not help if the page is missing or forbidden. */}
        {missing || status === 403 ? null : (
          <Link className={buttonClass({ variant: "primary" })} to={status === 401 ? paths.login(path) : path} reload>
            {status === 401 ? "登录" : "重试"}
          </Link>
        )}
        {path === paths.home() ? null : (
          <Link className={buttonClass({})} to={paths.home()}>
            回到首页
          </Link>
        )}
        {/* Nobody finds people there. */}
        {missing && viewer && trash && !path.startsWith("/u/") ? (
          <Link className={buttonClass({})} to={paths.trash()}>
            我的回收站
          </Link>
        ) : null}
      </p>
      {requestId && <p className="error-screen__status">请求编号：{requestId}</p>}
    </main>
  );
}
