import { useFetcher } from "@remix-run/react";
import { type MouseEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import type { CaptchaFields } from "#app/features/captcha/captcha-question";
import type { FormResult } from "#app/forms/form-result";
import { useRoot } from "#app/hooks/root";
import { paths } from "#app/paths";
import { askFor, type CodePurpose, type CodeStep } from "./code-step";
import { LazyTypedLetters } from "./lazy-typed-letters";
import { useCountdown } from "./use-countdown";

/** Loads the captcha when a code is requested; if that fails, the form remains to show the error. */
const loadPanel = () => import("#app/features/captcha/lazy-captcha-panel").then((module) => module.default);
type CaptchaPanel = Awaited<ReturnType<typeof loadPanel>>;

type Props = {
  label: string;
  name: string;
  purpose: CodePurpose;
  /** Submitted value, if the form was sent without scripts. */
  value?: string | undefined;
  error?: string | undefined;
  /** Step reached by a form sent without scripts. */
  posted?: CodeStep | null | undefined;
  /** For codes to the form's `phone`: called with that field's error, empty if there is none. */
  onPhoneError?: (message: string) => void;
};

/**
 * Field for an SMS code, with a button that sends one to the form's `phone`, or to the viewer's own number, depending
 * on the purpose. With scripts a captcha opens below; without, the page asks to type letters from a picture.
 */
export function CodeField({ label, name, purpose, value, error, posted, onPhoneError }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const fetcher = useFetcher<FormResult<never, object, CodeStep>>();
  const [panel, setPanel] = useState<"closed" | "loading" | "unreached" | { Panel: CaptchaPanel }>("closed");
  const before = posted?.purpose === purpose ? posted : null;
  const { data } = fetcher;
  const failed = data?.fields ? data : null;
  const step = data ? data.step : before;
  const busy = fetcher.state !== "idle";
  /** Whether the number has been changed since the code was sent; another number need not wait for another code. */
  const [changed, setChanged] = useState(false);
  const sent = step?.kind === "sent" && !changed ? step : null;
  /** Step whose code the form refused; that code may have expired. */
  const [over, setOver] = useState<CodeStep | null>(null);
  const left = useCountdown(sent?.resendAfter ?? 0, sent);
  const [typedSince, setTypedSince] = useState<unknown>();
  /** Whether a code was asked for after the form was sent; what the form said of the last code is outdated then. */
  const [asked, setAsked] = useState(false);
  if (error && !asked && over !== sent) setOver(sent);
  const refused = !busy && failed !== typedSince ? failed : null;
  const wrongCaptcha = refused?.code.startsWith("CAPTCHA_") ? refused.message : null;
  const demo = useRoot()?.demo;

  const tellPhoneError = useRef(onPhoneError);
  tellPhoneError.current = onPhoneError;
  useEffect(() => {
    if (data?.step) input.current?.focus();
    if (failed) tellPhoneError.current?.(failed.fields.phone ?? "");
    if (data && !failed?.code.startsWith("CAPTCHA_")) setPanel("closed");
  }, [data, failed]);

  const toForm = Boolean(onPhoneError);
  const phoneOf = () => {
    const field = toForm && input.current?.form?.elements.namedItem("phone");
    return field instanceof HTMLInputElement ? field : null;
  };
  // The listeners go with the form.
  useEffect(() => {
    const form = input.current?.form;
    form?.addEventListener("submit", () => setAsked(false));
    form?.addEventListener("input", ({ target }) => {
      if (toForm && target === form.elements.namedItem("phone")) setChanged(true);
    });
  }, [toForm]);

  const open = (event: MouseEvent) => {
    event.preventDefault();
    const phone = phoneOf();
    if (phone && !looksLikePhone(phone.value)) {
      onPhoneError?.(phone.value.trim() ? "请输入正确的手机号" : "请输入手机号");
      phone.focus();
      return;
    }
    onPhoneError?.("");
    if (typeof panel === "object") return;
    setPanel("loading");
    loadPanel().then(
      (Panel) => setPanel((now) => (now === "loading" ? { Panel } : now)),
      () => setPanel("unreached"),
    );
  };
  const send = (solved: CaptchaFields) => {
    setAsked(true);
    setChanged(false);
    fetcher.submit(
      { ...solved, intent: askFor(purpose), phone: phoneOf()?.value ?? "" },
      { method: "post", action: paths.sendSmsCode() },
    );
  };

  const cancel = () => {
    setPanel("closed");
    // The button that was pressed goes.
    (input.current?.nextElementSibling as HTMLElement | null)?.focus();
  };

  const unreached = panel === "unreached" ? NETWORK_MESSAGE : undefined;
  const refusal = refused && !wrongCaptcha && !refused.fields.phone ? refused.message : undefined;
  const message = unreached ?? (asked ? refusal : (error ?? refusal));
  return (
    <div className="field code-field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="code-field__row">
        <input
          ref={input}
          id={id}
          name={name}
          className="input"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6 位数字"
          maxLength={6}
          defaultValue={value}
          onInput={() => {
            setTypedSince(data);
            if (unreached) setPanel("closed");
          }}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
        />
        {before?.kind === "captcha" ? null : (
          <Button type="submit" name="intent" value={askFor(purpose)} disabled={busy || left > 0} onClick={open}>
            {left > 0 ? `${left} 秒后重发` : sent ? "重新获取" : "获取验证码"}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={message} />
      {sent && sent !== over && typeof panel === "string" ? (
        <p className="field__help" role="status">
          验证码已发送，5 分钟内有效。
          {demo ? (
            <>
              演示站的短信在
              <a href={"/_dev/inbox"} target="_blank" rel="noreferrer">
                演示收件箱
              </a>
              。
            </>
          ) : null}
        </p>
      ) : null}
      {panel === "loading" ? <div className="captcha captcha--loading" aria-busy="true" /> : null}
      {typeof panel === "object" ? (
        <panel.Panel error={wrongCaptcha} busy={busy} onAnswer={send} onCancel={cancel} />
      ) : null}
      {before?.kind === "captcha" && !sent ? (
        <Suspense fallback={null}>
          <LazyTypedLetters key={before.token} step={before} />
        </Suspense>
      ) : null}
    </div>
  );
}

/**
 * Whether a text may be a phone number; a looser check than the contract's `phone`, which is not loaded by browsers, to
 * avoid a pointless captcha.
 */
function looksLikePhone(text: string): boolean {
  return /^(?:(?:\+|00)?86)?1[3-9]\d{9}$/.test(text.normalize("NFKC").replace(/[\s-]/g, ""));
}
