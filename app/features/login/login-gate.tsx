import { type ReactElement, useEffect, useState } from "react";
import { paths } from "#app/paths";
import type { Wanted } from "./login-required";

/**
 * Notices what needs a login: links to the login page and forms that are marked `data-login` (see `LoginLink` and
 * `ReactionForm`), and has `LoginRequired` ask. Without scripts they lead to the login page themselves.
 */
export function LoginGate() {
  const [asking, setAsking] = useState<ReactElement | null>(null);
  useEffect(() => {
    // Comes along only for those who want something that needs a login; where it can't, as without scripts.
    const ask = (wanted: Wanted) =>
      import("./login-required").then(
        ({ LoginRequired }) => setAsking(<LoginRequired wanted={wanted} onClose={() => setAsking(null)} />),
        () => location.assign(paths.login(wanted.next)),
      );
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-login]") : null;
      if (!link) return;
      event.preventDefault();
      ask({ next: new URLSearchParams(link.search).get("next") ?? "/", reaction: null });
    };
    const onSubmit = (event: SubmitEvent) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement) || !("login" in target.dataset)) return;
      event.preventDefault();
      const reaction = submitter instanceof HTMLButtonElement ? submitter.value : null;
      ask({ next: location.pathname + location.search, reaction });
    };
    document.addEventListener("click", onClick);
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("submit", onSubmit);
    };
  }, []);
  return asking;
}
