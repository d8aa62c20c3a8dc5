import { useFetcher } from "@remix-run/react";
import { browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { PasskeyError, signWithPasskey } from "#app/features/passkey/ceremony";
import { paths } from "#app/paths";
import type { LoginResult } from "./login-result";

/** Milliseconds after which passkeys are offered anew: what they sign is valid for five minutes. */
const OFFERED_FOR = 240_000;

/**
 * Login by passkey: by its button, or by the browser's autofill in the phone field if supported. `next` is the path to
 * go to afterwards.
 */
export default function PasskeyLogin({ next }: { next: string }) {
  const fetcher = useFetcher<LoginResult>();
  const [failed, setFailed] = useState("");
  const [asking, setAsking] = useState(false);
  const pressed = useRef(false);
  const { submit } = fetcher;
  const enter = useRef((credential: string) => {
    submit({ method: "passkey", credential, next }, { method: "post", action: paths.login() });
  });
  useEffect(() => {
    let gone = false;
    let offered = Number.NEGATIVE_INFINITY;
    const offer = async () => {
      // A new offer ends the one before, and what the button has begun.
      const now = performance.now();
      if (gone || pressed.current || document.hidden || now - offered < OFFERED_FOR) return;
      offered = now;
      // Failures are not shown, since there is the button.
      const isOver = () => gone || pressed.current;
      const credential = await signWithPasskey("login", { offered: true, isOver }).catch(() => null);
      if (credential && !gone) enter.current(credential);
    };
    let timer: number | undefined;
    void browserSupportsWebAuthnAutofill().then((offers) => {
      if (!offers || gone) return;
      void offer();
      timer = window.setInterval(offer, OFFERED_FOR / 10);
      document.addEventListener("visibilitychange", offer);
    });
    return () => {
      gone = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", offer);
    };
  }, []);
  const busy = asking || fetcher.state !== "idle";
  const press = async () => {
    setFailed("");
    setAsking(true);
    pressed.current = true;
    try {
      enter.current(await signWithPasskey("login"));
    } catch (error) {
      if (!(error instanceof PasskeyError)) throw error;
      setFailed(error.message);
    } finally {
      setAsking(false);
      pressed.current = false;
    }
  };
  const refused = fetcher.data?.status === "refused" ? fetcher.data : null;
  const message = failed || (!busy && refused?.message);
  return (
    <div className="login-form__passkey">
      <Button icon="passkey" size="large" block busy={busy} onClick={press}>
        {busy ? "请稍候…" : "用通行密钥登录"}
      </Button>
      {message ? <FlashMessage kind="error" message={message} action={failed ? undefined : refused?.detail} /> : null}
    </div>
  );
}
