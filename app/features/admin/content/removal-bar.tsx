import type { ComponentProps } from "react";
import { Button } from "#app/components/ui/button";
import { RuleFields } from "#app/features/admin/queue/rule-fields";

type Props = Pick<ComponentProps<typeof RuleFields>, "errors" | "values"> & {
  /** Whether the listed texts are removed ones, to be restored. */
  isRemoved: boolean;
  busy: boolean;
};

/** Actions for the chosen texts: remove them for a reason, or restore removed ones. */
export function RemovalBar({ errors, values, isRemoved, busy }: Props) {
  return (
    <div className="admin-queue__bar">
      {isRemoved ? null : <RuleFields errors={errors} values={values} label="移除的原因" hides />}
      <div className="admin-queue__buttons">
        {isRemoved ? (
          <Button type="submit" name="intent" value="restore" variant="primary" busy={busy}>
            恢复选中的
          </Button>
        ) : (
          <>
            {/* First button, so that Enter in the reason field only previews. */}
            <Button type="submit" name="intent" value="try" busy={busy}>
              先看看会移除什么
            </Button>
            <Button type="submit" name="intent" value="remove" variant="danger" busy={busy}>
              移除选中的
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
