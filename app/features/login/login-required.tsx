import { useFetcher, useNavigate } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { Dialog } from "#app/components/ui/dialog";
import { placeLostFocus } from "#app/components/ui/place-focus";
import { useGuardedRequests } from "#app/features/network/use-guarded-requests";
import { FORGET, REACTION, REACTION_PATH } from "#app/features/reaction/reaction";
import { useRoot } from "#app/hooks/root";
import { WIDE_SCREEN } from "#app/hooks/watch-device";
import { paths } from "#app/paths";

const LoginForm = lazy(() => import("./lazy-login-form").catch(leaveForLogin));

/** Navigates to the login page, loaded from the server. */
function leaveForLogin(): Promise<never> {
  location.assign(paths.login(location.pathname + location.search));
  return new Promise(() => {});
}

/**
 * Wish to carry out after the login: to go to a page, or a reaction (if not empty) on this one; `sure` if they chose
 * to log in.
 */
export type WantedReaction = { next: string; reaction: string | undefined; sure: boolean };

/**
 * Confirms first (您需要先登录), unless 登录 was pressed (`sure`). On wide screens the login happens in a dialog, on narrow
 * ones on its page; then the wanted action is carried out.
 */
export function LoginRequired({ wanted, onClose }: { wanted: WantedReaction; onClose: () => void }) {
  useGuardedRequests();
  const navigate = useNavigate();
  const remember = useFetcher();
  // Closed before it is removed, so that the browser restores the focus.
  const [step, setStep] = useState<"asking" | "logging-in" | "closed">(wanted.sure ? "closed" : "asking");
  const viewer = useRoot()?.viewer;
  // The page of a member whose login has ended still shows them, and changes with the next login.
  const [before] = useState(viewer);
  const member = viewer != null && viewer !== before;

  useEffect(() => {
    if (member) setStep("closed");
  }, [member]);

  const send = (reaction: string) =>
    remember.submit({ [REACTION]: reaction }, { method: "post", action: REACTION_PATH });
  const login = () => {
    // The refused request for the reaction stores it in a cookie.
    if (wanted.reaction) send(wanted.reaction);
    if (window.matchMedia(WIDE_SCREEN).matches) setStep("logging-in");
    else {
      setStep("closed");
      navigate(paths.login(wanted.next + placeOf(wanted.reaction)));
    }
  };
  const begin = useRef(login);
  begin.current = login;
  useEffect(() => {
    if (wanted.sure) begin.current();
  }, [wanted]);
  return (
    <>
      <Dialog open={step === "asking"} onClose={() => step !== "logging-in" && onClose()} title="您需要先登录">
        <p>{wanted.reaction ? "登录后会回到这里，接着完成刚才的操作。" : "登录之后即可继续。"}</p>
        <div className="dialog__actions">
          <Button onClick={() => setStep("closed")}>取消</Button>
          <Button variant="primary" onClick={login}>
            登录
          </Button>
        </div>
      </Dialog>
      <Dialog
        open={step === "logging-in"}
        onClose={() => {
          if (wanted.reaction && !member) send(FORGET);
          // The pressed control was replaced by a member's version.
          if (member) placeLostFocus();
          onClose();
        }}
        title="登录"
        size="medium"
      >
        <Suspense fallback={<p className="login-form__wait">正在加载…</p>}>
          <FirstField>
            <LoginForm next={wanted.next} />
          </FirstField>
        </Suspense>
      </Dialog>
    </>
  );
}

/** Fragment of the place to which the form with this reaction's button returns; empty if it has none. */
function placeOf(reaction: string | undefined): string {
  if (!reaction) return "";
  const button = document.querySelector<HTMLButtonElement>(`button[value="${CSS.escape(reaction)}"]`);
  const anchor = button?.form && new FormData(button.form).get("anchor");
  return anchor ? `#${anchor}` : "";
}

/** Focuses the first field of a form that was rendered after its dialog opened. */
function FirstField({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => part.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus(), []);
  return <div ref={part}>{children}</div>;
}
