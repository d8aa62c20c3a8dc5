import { useNavigate } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Dialog } from "#app/components/ui/dialog";
import { WIDE_SCREEN } from "#app/hooks/device";

/** Comes along only for those who log in. */
const LoginForm = lazy(() => import("./lazy-login-form"));

/** `href` is the login page with the way back. */
type Step = { name: "closed" } | { name: "asking" | "logging-in"; href: string };

/**
 * Links to the login page that are marked `data-login` (see `LoginLink`) ask first: 您需要先登录. On wide screens
 * the login then happens in place, on narrow ones on its page. Without scripts they are links, and lead there.
 */
export function LoginRequired() {
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ name: "closed" });

  useEffect(() => {
    const ask = (event: MouseEvent) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-login]") : null;
      if (!link) return;
      event.preventDefault();
      setStep({ name: "asking", href: link.pathname + link.search });
    };
    document.addEventListener("click", ask);
    return () => document.removeEventListener("click", ask);
  }, []);

  const close = () => setStep({ name: "closed" });
  const login = (href: string) => {
    if (window.matchMedia(WIDE_SCREEN).matches) setStep({ name: "logging-in", href });
    else {
      close();
      navigate(href);
    }
  };
  const next = step.name === "closed" ? null : new URLSearchParams(step.href.split("?")[1]).get("next");
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
          <Button variant="primary" onClick={() => step.name !== "closed" && login(step.href)}>
            登录
          </Button>
        </div>
      </Dialog>
      <Dialog open={step.name === "logging-in"} onClose={close} title="登录" size="medium">
        <Suspense fallback={<p className="login-form__wait">正在加载…</p>}>
          <LoginForm next={next ?? "/"} />
        </Suspense>
      </Dialog>
    </>
  );
}
