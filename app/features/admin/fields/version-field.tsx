import type { ReactNode } from "react";
import type { Refused } from "#app/forms/form-result";

type Props = {
  notice: Refused<unknown, unknown> | null;
  /** Version loaded with the page; after a conflict, the other person's. */
  stored: number | string | undefined;
  /** Version submitted with the refused form. */
  submitted: string | undefined;
  /** Content that the other person saved, shown after a conflict. */
  children: ReactNode;
};

/**
 * Hidden field with the version that a form is based on. After a conflict, also shows what the other person saved, and
 * sends the newer version, so that saving again overwrites it.
 */
export function VersionField({ notice, stored, submitted, children }: Props) {
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
        key={conflict ? `conflict ${stored}` : "version"}
        type="hidden"
        name="version"
        defaultValue={(conflict ? stored : (submitted ?? stored)) ?? ""}
      />
    </>
  );
}
