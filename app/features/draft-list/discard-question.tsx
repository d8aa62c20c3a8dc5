import { type ReactNode, useId } from "react";
import { Button } from "#app/components/ui/button";
import { popoverButton, popoverElement } from "#app/components/ui/popover";

type Props = {
  /** Name of the draft. */
  name: string;
  busy?: boolean;
  /** Wraps the question in the form that discards the draft. */
  form: (question: ReactNode) => ReactNode;
};

/** Button that asks in a popover, which needs no script, before a draft is discarded. */
export function DiscardQuestion({ name, busy = false, form }: Props) {
  const id = useId();
  return (
    <>
      <Button size="small" variant="quiet" aria-label={`放弃 ${name}`} {...popoverButton(id)}>
        放弃
      </Button>
      <div {...popoverElement(id)} className="popover confirm">
        {form(
          <>
            <p>放弃“{name}”？放弃后不能恢复。</p>
            <div className="confirm__actions">
              <Button variant="quiet" size="small" {...popoverButton(id)}>
                取消
              </Button>
              <Button type="submit" variant="danger" size="small" busy={busy}>
                放弃
              </Button>
            </div>
          </>,
        )}
      </div>
    </>
  );
}
