import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { Unsent } from "./use-unsent";

/** Says that a form contains restored input, so that nobody takes it for stored data. */
export function UnsentNotice({ restored, drop }: Unsent) {
  return restored ? (
    <FlashMessage kind="info" message="这里是你上次填写、还没有提交的内容">
      <Button variant="quiet" size="small" onClick={drop}>
        不要了
      </Button>
    </FlashMessage>
  ) : null;
}
