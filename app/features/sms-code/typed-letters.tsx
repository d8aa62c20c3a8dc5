import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import { askFor, type CodeStep } from "./code-step";

/** Width of the picture, in pixels. */
const WIDTH = 180;
const HEIGHT = 60;

/** Letters to type from a picture, before a code is sent to a browser without scripts. */
export default function TypedLetters({ step }: { step: Extract<CodeStep, { kind: "captcha" }> }) {
  // A page that was loaded without scripts may have them by now.
  const [typed, setTyped] = useState(false);
  const fields = useRef<HTMLFieldSetElement>(null);
  // This code loads after the page, when something may have been typed; the server renders the field empty.
  useEffect(() => {
    if (fields.current?.querySelector<HTMLInputElement>("[name=captchaAnswer]")?.value) setTyped(true);
  }, []);
  return (
    <fieldset className="captcha" ref={fields}>
      <legend className="captcha__title">请先完成验证</legend>
      <input type="hidden" name="captchaType" value="text" />
      <input type="hidden" name="captchaToken" value={step.token} />
      <img
        src={`data:image/png;base64,${step.picture}`}
        alt="图片验证码"
        width={WIDTH}
        height={HEIGHT}
        className="captcha__letters"
      />
      <TextField
        label="图中的 5 个字符"
        name="captchaAnswer"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={10}
        help="不分大小写，没有 0、O、1、I"
        error={typed ? undefined : (step.error ?? undefined)}
        onInput={() => setTyped(true)}
        autoFocus
      />
      <div className="captcha__actions">
        <Button type="submit" name="intent" value={askFor(step.purpose)} variant="primary">
          发送验证码
        </Button>
        <Button type="submit" name="intent" value={askFor(step.purpose, "new-captcha")} variant="quiet">
          看不清，换一张
        </Button>
      </div>
    </fieldset>
  );
}
