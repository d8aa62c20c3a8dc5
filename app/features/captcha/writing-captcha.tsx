import { useEffect, useRef, useState } from "react";
import { Button } from "#app/components/ui/button";
import { TextField } from "#app/components/ui/text-field";
import type { AskedLetters, CaptchaFields } from "./captcha-question";

/** Loads the alternative to the letters when it is requested. */
const loadPanel = () => import("./lazy-captcha-panel").then((module) => module.default);
type CaptchaPanel = Awaited<ReturnType<typeof loadPanel>>;

/** Width of the picture, in pixels. */
const WIDTH = 180;
const HEIGHT = 60;

/**
 * Captcha required by a rule before a text is published, inside its form: letters, which work without scripts; with
 * scripts a slider or a proof of work instead. Its answer submits the form.
 */
export function WritingCaptcha({ asked }: { asked: AskedLetters }) {
  const place = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<{ Panel: CaptchaPanel } | null>(null);
  const [typed, setTyped] = useState(false);
  const [scripted, setScripted] = useState(false);
  const [solved, setSolved] = useState<CaptchaFields | null>(null);
  useEffect(() => setScripted(true), []);
  useEffect(() => {
    if (solved) place.current?.closest("form")?.requestSubmit();
  }, [solved]);
  const other = () => {
    // If it does not load, the letters stay.
    void loadPanel().then(
      (Panel) => setPanel({ Panel }),
      () => {},
    );
  };
  return (
    <div ref={place}>
      {panel ? (
        <panel.Panel error={null} busy={solved !== null} onAnswer={setSolved} onCancel={() => setPanel(null)} />
      ) : (
        // Duplicates `TypedLetters` on purpose: a shared component would be loaded with every form for anonymous
        // readers.
        <fieldset className="captcha">
          <legend className="captcha__title">请先完成验证</legend>
          <input type="hidden" name="captchaType" value="text" />
          <input type="hidden" name="captchaToken" value={asked.token} />
          <img
            src={`data:image/png;base64,${asked.picture}`}
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
            help="不分大小写，没有 0、O、1、I；看不清就空着再发，会换一张"
            error={typed ? undefined : (asked.error ?? undefined)}
            onInput={() => setTyped(true)}
            autoFocus
          />
          {scripted ? (
            <div className="captcha__actions">
              <Button variant="quiet" size="small" icon="shield" onClick={other}>
                换一种验证
              </Button>
            </div>
          ) : null}
        </fieldset>
      )}
      {solved
        ? Object.entries(solved).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
        : null}
    </div>
  );
}
