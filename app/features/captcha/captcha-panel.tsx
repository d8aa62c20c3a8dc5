import { useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { placeLostFocus } from "#app/components/ui/place-focus";
import type { FormResult } from "#app/forms/form-result";
import { paths } from "#app/paths";
import type { CaptchaFields, CaptchaQuestion } from "./captcha-question";
import { proveWork } from "./proof-of-work";
import { Slider } from "./slider";

type Way = "blockPuzzle" | "pow";

type Props = {
  /** Error of the last answer; each answer needs a new question. */
  error: string | null;
  /** Whether the answer is being submitted. */
  busy: boolean;
  onAnswer: (answer: CaptchaFields) => void;
  onCancel: () => void;
};

/** Captcha: a slider, or a proof of work computed by the device. */
export function CaptchaPanel({ error, busy, onAnswer, onCancel }: Props) {
  const asking = useFetcher<FormResult<CaptchaQuestion>>();
  const [way, setWay] = useState<Way>("blockPuzzle");
  const box = useRef<HTMLFieldSetElement>(null);
  const { submit, data, state } = asking;
  const refused = data?.status === "refused" && state === "idle" ? data : null;
  const question = data?.status === "ok" && state === "idle" && data.data.type === way ? data.data : null;

  const ask = useRef((type: Way) => submit({ type }, { method: "post", action: paths.captcha() }));
  const asked = useRef<Way | null>(null);
  // Each challenge takes one answer, so a wrong one requires another challenge.
  useEffect(() => {
    if (busy || (asked.current === way && !error)) return;
    asked.current = way;
    ask.current(way);
  }, [error, busy, way]);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  // The button that led here is gone, or the slider that was answered wrongly.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of what is asked
  useEffect(() => placeLostFocus(() => box.current), [way, question]);

  const answer = useRef(onAnswer);
  answer.current = onAnswer;
  useEffect(() => {
    if (question?.type !== "pow") return;
    const stop = new AbortController();
    proveWork(question.challenge, stop.signal).then(
      (captchaAnswer) => answer.current({ captchaType: "pow", captchaToken: question.token, captchaAnswer }),
      () => {},
    );
    return () => stop.abort();
  }, [question]);

  return (
    <fieldset className="captcha" ref={box}>
      <legend className="captcha__title">请先完成验证</legend>
      {error && !busy ? <FlashMessage kind="error" message={error} /> : null}
      {refused ? (
        <FlashMessage kind="error" message={refused.message} />
      ) : way === "pow" ? (
        <p className="captcha__work" role="status">
          {busy ? "验证通过，正在发送…" : "正在验证，你的设备会自动完成，通常只要几秒…"}
        </p>
      ) : question?.type === "blockPuzzle" ? (
        <Slider
          key={question.token}
          picture={question.picture}
          piece={question.piece}
          disabled={busy}
          onAnswer={(x) =>
            onAnswer({
              captchaType: "blockPuzzle",
              captchaToken: question.token,
              captchaKey: question.key,
              captchaAnswer: String(x),
            })
          }
        />
      ) : (
        <div className="slider slider--waiting" aria-busy="true" />
      )}
      <div className="captcha__actions">
        {way === "blockPuzzle" || refused ? (
          <Button variant="quiet" size="small" icon="refresh" onClick={() => ask.current(way)}>
            {refused ? "再试一次" : "换一张"}
          </Button>
        ) : null}
        {/* Web Crypto is only available on https and localhost. */}
        {way === "blockPuzzle" && globalThis.isSecureContext ? (
          <Button variant="quiet" size="small" icon="shield" onClick={() => setWay("pow")}>
            自动验证
          </Button>
        ) : null}
        <Button variant="quiet" size="small" onClick={onCancel}>
          取消
        </Button>
      </div>
    </fieldset>
  );
}
