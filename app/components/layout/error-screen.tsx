import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { Link } from "#app/components/ui/link";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";

const UNKNOWN = { status: 500, statusText: "Internal Server Error", data: null };

/** What an error says to a person; never a stack or an internal message. */
type Said = { title?: string; message?: string; requestId?: string };

/**
 * The error page: status, status message and description; a 404 view and one for everything else. What is not there
 * says so itself (`notFound`); only faults may have no words.
 */
export function ErrorScreen() {
  const error = useRouteError();
  const { status, statusText, data } = isRouteErrorResponse(error) ? error : UNKNOWN;
  const { title, message, requestId }: Said = data ?? {};
  const { path } = useHere();
  const missing = status === 404;
  // Asked for again it would be the same.
  const lasting = missing || status === 403;
  return (
    <main className="error-screen" id="main">
      <Illustration name={missing ? "not-found" : status === 503 ? "offline" : "server-error"} />
      <p className="error-screen__status">
        {status} {missing ? "Page Not Found" : statusText}
      </p>
      <h1 className="error-screen__title">{title || "这一页没能打开"}</h1>
      <p className="error-screen__description">{message || "服务器出了点问题，请稍后重试"}</p>
      {requestId && <p className="error-screen__description">请求编号：{requestId}</p>}
      <p className="error-screen__actions">
        {lasting ? null : (
          <Link className={buttonClass({ variant: "primary" })} to={path} reload>
            重试
          </Link>
        )}
        <Link className={buttonClass({ variant: lasting ? "primary" : "plain" })} to={paths.home()}>
          回到首页
        </Link>
        {missing ? (
          <Link className={buttonClass({})} to={paths.search("all")}>
            搜索
          </Link>
        ) : null}
      </p>
    </main>
  );
}
