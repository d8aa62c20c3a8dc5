import { Suspense, useId } from "react";
import { Button } from "#app/components/ui/button";
import { FieldError } from "#app/components/ui/field-error";
import { useRoot } from "#app/hooks/root";
import { askFor, type CodeStep } from "./code-step";
import { InboxLink } from "./inbox-link";
import { LazyTypedLetters } from "./lazy-typed-letters";
import { type CodeTarget, useCodeRequest } from "./use-code-request";

type Props = CodeTarget & {
  label: string;
  name: string;
  /** Submitted value, if the form was sent without scripts. */
  value?: string | undefined;
  error?: string | undefined;
  /** Step reached by a form sent without scripts. */
  posted?: CodeStep | null | undefined;
};

/**
 * Field for an SMS code, with a button that sends one to the form's `phone`, or to the viewer's own number, depending
 * on the purpose. With scripts a captcha opens below; without, the page asks to type letters from a picture.
 */
export function CodeField({ label, name, value, ...asked }: Props) {
  const id = useId();
  const demo = useRoot()?.demo;
  const { field, message, letters, sent, valid, busy, left, panel, captcha, open } = useCodeRequest(asked);
  return (
    <div className="field code-field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <div className="code-field__row">
        <input
          {...field}
          id={id}
          name={name}
          className="input"
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6 位数字"
          maxLength={6}
          defaultValue={value}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error` : undefined}
        />
        {letters ? null : (
          <Button type="submit" name="intent" value={askFor(asked.purpose)} disabled={busy || left > 0} onClick={open}>
            {left > 0 ? `${left} 秒后重发` : sent ? "重新获取" : "获取验证码"}
          </Button>
        )}
      </div>
      <FieldError id={`${id}-error`} message={message} />
      {sent && valid && typeof panel === "string" ? (
        <p className="field__help" role="status">
          验证码已发送，5 分钟内有效。
          {demo ? (
            <>
              演示站的短信在
              <InboxLink />。
            </>
          ) : null}
        </p>
      ) : null}
      {panel === "loading" ? <div className="captcha captcha--loading" aria-busy="true" /> : null}
      {typeof panel === "object" ? <panel.Panel {...captcha} /> : null}
      {letters && !sent ? (
        <Suspense fallback={null}>
          <LazyTypedLetters key={letters.token} step={letters} />
        </Suspense>
      ) : null}
    </div>
  );
}
