import type { ComponentProps } from "react";
import { Button } from "#app/components/ui/button";
import { SortFields } from "./sort-fields";

type Props = ComponentProps<typeof SortFields> & { busy: boolean };

/** Actions for the chosen texts: give them a classification and tags. */
export function SortBar({ busy, ...fields }: Props) {
  return (
    <div className="admin-queue__bar admin-queue__bar--tall">
      <SortFields {...fields} />
      <div className="admin-queue__buttons">
        {/* First button, so that Enter in a field only previews. */}
        <Button type="submit" name="intent" value="try" busy={busy}>
          先看看会改哪些
        </Button>
        <Button type="submit" name="intent" value="sort" variant="primary" busy={busy}>
          修改选中的
        </Button>
      </div>
    </div>
  );
}
