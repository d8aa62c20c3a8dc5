import type { ReactNode } from "react";
import type { Refused } from "#app/forms/form-result";

type Props = {
  notice: Refused<unknown, unknown> | null;
  /** Version that the page was loaded with, after a conflict that of the other's change. */
  current: number | string | undefined;
  /** Version that was read before the form was filled in. */
  read: string | undefined;
  /** Text that the other saved. */
  children: ReactNode;
};

/**
 * The version that a form is based on; after a conflict what the other saved, too: who has seen what another wrote may
 * write over it.
 */
export function ConflictNote({ notice, current, read, children }: Props) {
  const conflict = notice?.code === "CONFLICT";
  return (
    <>
      {conflict ? (
        <details className="admin-panel" open>
          <summary>别人刚才保存的内容（再次保存会以你的为准）</summary>
          {children}
        </details>
      ) : null}
      <input
        key={conflict ? `seen ${current}` : "read"}
        type="hidden"
        name="version"
        defaultValue={(conflict ? current : (read ?? current)) ?? ""}
      />
    </>
  );
}
