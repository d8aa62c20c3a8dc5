import type { ReactNode } from "react";

/** Fields and buttons of a form. Staff who may only read see the fields disabled, and none of the buttons. */
export function StaffFields({ mayChange, children }: { mayChange: boolean; children: ReactNode }) {
  if (mayChange) return children;
  return (
    <fieldset className="admin-fields" disabled>
      {children}
    </fieldset>
  );
}
