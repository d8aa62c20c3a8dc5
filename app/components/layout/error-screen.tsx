import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";
import { Link } from "../ui/link";

type Shown = { status: number; title: string; description: string };

/** The status messages of the pages that we throw ourselves; `data()` gives none. */
const TITLES: Record<number, string> = {
  400: "Bad Request",
  403: "Forbidden",
  404: "Page Not Found",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

/** What an error says to a person; never a stack or an internal message. */
function describeError(error: unknown): Shown {
  if (!isRouteErrorResponse(error)) {
    return { status: 500, title: "Internal Server Error", description: "服务器出了点问题，请稍后重试" };
  }
  const message = (error.data as { message?: unknown } | null)?.message;
  const description = typeof message === "string" ? message : "";
  const status = error.status || 500;
  return {
    status,
    title: TITLES[status] ?? (error.statusText || "Internal Server Error"),
    description: description || (status === 404 ? "页面不存在，可能已被移动或删除" : "服务器出了点问题，请稍后重试"),
  };
}

/** The error page: status, status message and description; a 404 view and one for everything else. */
export function ErrorScreen() {
  const { status, title, description } = describeError(useRouteError());
  const { path } = useHere();
  return (
    <main className="error-screen" id="main">
      <Illustration name={status === 404 ? "not-found" : status === 503 ? "offline" : "server-error"} />
      <p className="error-screen__status">{status}</p>
      <h1 className="error-screen__title">{title}</h1>
      <p className="error-screen__description">{description}</p>
      <p className="error-screen__actions">
        {status === 404 ? null : (
          <Link className={buttonClass({ variant: "primary" })} to={path} reload>
            重试
          </Link>
        )}
        <Link className={buttonClass({ variant: status === 404 ? "primary" : "plain" })} to={paths.home()}>
          回到首页
        </Link>
      </p>
    </main>
  );
}
