import { type ReactElement, useEffect, useState } from "react";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import type { WantedReaction } from "./login-required";

/**
 * Intercepts what requires a login and opens `LoginRequired`: links to the login page, and forms marked `data-login`
 * (see `LoginLink`, `ReactionForm`, `tellRefusal`). Without scripts they lead to the login page themselves.
 */
export function LoginGate() {
  const [asking, setAsking] = useState<ReactElement | null>(null);
  const unknown = useRoot()?.viewer === undefined;
  useEffect(() => {
    // Somebody who may be logged in is not asked; the server decides.
    if (unknown) return;
    // Loaded only when needed; if that fails, falls back to the login page, as without scripts.
    const ask = (wanted: WantedReaction) =>
      import("./login-required").then(
        ({ LoginRequired }) => setAsking(<LoginRequired wanted={wanted} onClose={() => setAsking(null)} />),
        () => location.assign(paths.login(wanted.next)),
      );
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-login]") : null;
      if (!link) return;
      event.preventDefault();
      const { login: reaction, sure } = link.dataset;
      ask({ next: new URLSearchParams(link.search).get("next") ?? "/", reaction, sure: sure !== undefined });
    };
    const onSubmit = (event: SubmitEvent) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement) || !("login" in target.dataset)) return;
      event.preventDefault();
      // Only buttons submit these forms.
      const reaction = (submitter as HTMLButtonElement | null)?.value;
      ask({ next: location.pathname + location.search, reaction, sure: false });
    };
    document.addEventListener("click", onClick);
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("submit", onSubmit);
    };
  }, [unknown]);
  return asking;
}
