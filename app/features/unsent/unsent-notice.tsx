import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { Unsent } from "./use-unsent";

/** Says that a form holds what was typed before, so that nobody takes it for what is stored. */
export function UnsentNotice({ restored, drop }: Unsent) {
  return restored ? (
    <FlashMessage kind="info" message="这里是你上次填写、还没有提交的内容">
      <Button variant="quiet" size="small" onClick={drop}>
        不要了
      </Button>
    </FlashMessage>
  ) : null;
}
