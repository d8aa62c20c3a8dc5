import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { buttonClass } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";
import { Link } from "../ui/link";

type Shown = { status: number; title: string; description: string; requestId?: unknown };

/** What an error says to a person; never a stack or an internal message. */
function describeError(error: unknown): Shown {
  if (!isRouteErrorResponse(error)) {
    return { status: 500, title: "Internal Server Error", description: "服务器出了点问题，请稍后重试" };
  }
  const { title, message, requestId } = (error.data ?? {}) as Record<string, unknown>;
  const description = typeof message === "string" ? message : "";
  const status = error.status || 500;
  return {
    status,
    requestId,
    title: typeof title === "string" ? title : error.statusText || "Internal Server Error",
    description: description || (status === 404 ? "页面不存在，可能已被移动或删除" : "服务器出了点问题，请稍后重试"),
  };
}

/** The error page: status, status message and description; a 404 view and one for everything else. */
export function ErrorScreen() {
  const { status, title, description, requestId } = describeError(useRouteError());
  const { path } = useHere();
  return (
    <main className="error-screen" id="main">
      <Illustration name={status === 404 ? "not-found" : status === 503 ? "offline" : "server-error"} />
      <p className="error-screen__status">{status}</p>
      <h1 className="error-screen__title">{title}</h1>
      <p className="error-screen__description">{description}</p>
      {typeof requestId === "string" && <p className="error-screen__description">请求编号：{requestId}</p>}
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
