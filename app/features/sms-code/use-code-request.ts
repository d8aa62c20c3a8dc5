import { useFetcher } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { NETWORK_MESSAGE } from "#app/contract/codes";
import type { CaptchaFields } from "#app/features/captcha/captcha-question";
import type { FormResult } from "#app/forms/form-result";
import { paths } from "#app/paths";
import { type AnyPhonePurpose, askFor, type CodeStep, type OwnPhonePurpose } from "./code-step";
import { useCountdown } from "./use-countdown";

/** Loads the captcha when a code is requested; if that fails, the form remains to show the error. */
const loadPanel = () => import("#app/features/captcha/lazy-captcha-panel").then((module) => module.default);
type CaptchaPanel = Awaited<ReturnType<typeof loadPanel>>;

/** Purpose of a code, and by it the number that the code is sent to. */
export type CodeTarget =
  | {
      purpose: AnyPhonePurpose;
      /** Called with the error of the form's `phone`; empty if there is none. */
      onPhoneError: (message: string) => void;
    }
  | { purpose: OwnPhonePurpose; onPhoneError?: never };

type Options = CodeTarget & {
  /** The form's error of the code. */
  error?: string | undefined;
  /** Step reached by a form sent without scripts. */
  posted?: CodeStep | null | undefined;
};

/** Request for an SMS code as its field shows it: captcha, countdown, and what was refused. */
export function useCodeRequest({ purpose, onPhoneError, error, posted }: Options) {
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
  // The form may outlive the field.
  useEffect(() => {
    const form = input.current?.form;
    const ended = new AbortController();
    form?.addEventListener("submit", () => setAsked(false), ended);
    const onFormInput = ({ target }: Event) => {
      if (toForm && target === form?.elements.namedItem("phone")) setChanged(true);
    };
    form?.addEventListener("input", onFormInput, ended);
    return () => ended.abort();
  }, [toForm]);

  const unreached = panel === "unreached" ? NETWORK_MESSAGE : undefined;
  const refusal = refused && !wrongCaptcha && !refused.fields.phone ? refused.message : undefined;
  return {
    /** Props of the field. */
    field: {
      ref: input,
      onInput() {
        setTypedSince(data);
        if (unreached) setPanel("closed");
      },
    },
    message: unreached ?? (asked ? refusal : (error ?? refusal)),
    /** Step with letters to type, without scripts. */
    letters: before?.kind === "captcha" ? before : null,
    sent,
    /** Whether the code that was sent last may still be valid. */
    valid: sent !== over,
    busy,
    /** Seconds until another code may be requested. */
    left,
    panel,
    /** Props of the captcha. */
    captcha: {
      error: wrongCaptcha,
      busy,
      onAnswer(solved: CaptchaFields) {
        setAsked(true);
        setChanged(false);
        fetcher.submit(
          { ...solved, intent: askFor(purpose), phone: phoneOf()?.value ?? "" },
          { method: "post", action: paths.sendSmsCode() },
        );
      },
      onCancel() {
        setPanel("closed");
        // The button that was pressed goes.
        (input.current?.nextElementSibling as HTMLElement | null)?.focus();
      },
    },
    /** Opens the captcha, unless the phone number is wrong. */
    open(event: MouseEvent) {
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
    },
  };
}

/**
 * Whether a text may be a phone number; a looser check than the contract's `phone`, which is not loaded by browsers, to
 * avoid a pointless captcha.
 */
function looksLikePhone(text: string): boolean {
  return /^(?:(?:\+|00)?86)?1[3-9]\d{9}$/.test(text.normalize("NFKC").replace(/[\s-]/g, ""));
}
