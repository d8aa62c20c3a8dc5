import { lazy, Suspense, useEffect, useState } from "react";
import type { Wanted } from "./login-required";

/** Comes along only for those who want something that needs a login. */
const LoginRequired = lazy(() => import("./login-required").then((module) => ({ default: module.LoginRequired })));

/**
 * Notices what needs a login: links to the login page and forms that are marked `data-login` (see `LoginLink` and
 * `ReactionForm`), and has `LoginRequired` ask. Without scripts they lead to the login page themselves.
 */
export function LoginGate() {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-login]") : null;
      if (!link) return;
      event.preventDefault();
      setWanted({ next: new URLSearchParams(link.search).get("next") ?? "/", reaction: null });
    };
    const onSubmit = (event: SubmitEvent) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement) || !("login" in target.dataset)) return;
      event.preventDefault();
      const reaction = submitter instanceof HTMLButtonElement ? submitter.value : null;
      setWanted({ next: location.pathname + location.search, reaction });
    };
    document.addEventListener("click", onClick);
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("submit", onSubmit);
    };
  }, []);
  return wanted ? (
    <Suspense fallback={null}>
      <LoginRequired wanted={wanted} onClose={() => setWanted(null)} />
    </Suspense>
  ) : null;
}
