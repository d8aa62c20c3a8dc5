import { Button } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import type { Unsent } from "./use-unsent";

/** Says that a form holds what was typed before, so that nobody takes it for what is stored. */
export function UnsentNotice({ restored, drop }: Unsent) {
  return restored ? (
    <p className="flash flash--info" role="status">
      <Icon name="info" />
      这里是您上次填写、还没有提交的内容
      <Button variant="quiet" size="small" onClick={drop}>
        不要了
      </Button>
    </p>
  ) : null;
}
