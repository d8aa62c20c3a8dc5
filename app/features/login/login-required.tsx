import { useFetcher, useNavigate, useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Dialog } from "#app/components/ui/dialog";
import { FORGET, REACTION, REACTION_PATH } from "#app/features/reaction/reaction";
import { WIDE_SCREEN } from "#app/hooks/device";
import { paths } from "#app/paths";
import type { loader } from "#app/root";

/** Comes along only for those who log in. */
const LoginForm = lazy(() => import("./lazy-login-form"));

/** What a visitor wanted: to go on to a page, or a reaction on this one. */
type Wanted = { next: string; reaction: string | null };
type Step = { name: "closed" } | { name: "asking" | "logging-in"; wanted: Wanted };

/**
 * What needs a login asks first: 您需要先登录. On wide screens the login then happens in place, on narrow ones on its
 * page; afterwards what was asked for is done. It asks for links to the login page and forms that are marked
 * `data-login` (see `LoginLink` and `ReactionForm`). Without scripts they lead to the login page themselves.
 */
export function LoginRequired() {
  const navigate = useNavigate();
  const remember = useFetcher();
  const [step, setStep] = useState<Step>({ name: "closed" });
  const member = useRouteLoaderData<typeof loader>("root")?.viewer != null;

  useEffect(() => {
    if (member) setStep({ name: "closed" });
  }, [member]);

  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-login]") : null;
      if (!link) return;
      event.preventDefault();
      setStep({ name: "asking", wanted: { next: link.search ? nextOf(link) : "/", reaction: null } });
    };
    const onSubmit = (event: SubmitEvent) => {
      const { target, submitter } = event;
      if (!(target instanceof HTMLFormElement) || !("login" in target.dataset)) return;
      event.preventDefault();
      const reaction = submitter instanceof HTMLButtonElement ? submitter.value : null;
      setStep({ name: "asking", wanted: { next: location.pathname + location.search, reaction } });
    };
    document.addEventListener("click", onClick);
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("click", onClick);
      document.removeEventListener("submit", onSubmit);
    };
  }, []);

  const send = (reaction: string) =>
    remember.submit({ [REACTION]: reaction }, { method: "post", action: REACTION_PATH });
  const close = () => setStep({ name: "closed" });
  const login = ({ next, reaction }: Wanted) => {
    // Refused for want of a login, and remembered by that.
    if (reaction) send(reaction);
    if (window.matchMedia(WIDE_SCREEN).matches) setStep({ name: "logging-in", wanted: { next, reaction } });
    else {
      close();
      navigate(paths.login(next));
    }
  };
  const leave = () => {
    if (step.name === "logging-in" && step.wanted.reaction) send(FORGET);
    close();
  };
  return (
    <>
      <Dialog
        open={step.name === "asking"}
        onClose={() => setStep((now) => (now.name === "asking" ? { name: "closed" } : now))}
        title="您需要先登录"
      >
        <p>登录之后即可继续，读完的这一页会留在原处。</p>
        <div className="dialog__actions">
          <Button onClick={close}>取消</Button>
          <Button variant="primary" onClick={() => step.name !== "closed" && login(step.wanted)}>
            登录
          </Button>
        </div>
      </Dialog>
      <Dialog open={step.name === "logging-in"} onClose={leave} title="登录" size="medium">
        <Suspense fallback={<p className="login-form__wait">正在加载…</p>}>
          <LoginForm next={step.name === "closed" ? "/" : step.wanted.next} />
        </Suspense>
      </Dialog>
    </>
  );
}

const nextOf = ({ search }: HTMLAnchorElement): string => new URLSearchParams(search).get("next") ?? "/";
