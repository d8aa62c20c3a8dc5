import { FlashMessage } from "#app/components/ui/flash-message";
import { useHere } from "#app/components/ui/use-here";
import { FormNotice } from "#app/forms/form-notice";
import type { Refused } from "#app/forms/form-result";
import { adminPaths } from "./admin-paths";

/** Reason why a form of the console was refused, and how to proceed: identity verification in a separate window. */
export function AdminNotice({ notice }: { notice: Refused<unknown, unknown> | null }) {
  const { path } = useHere();
  if (notice?.code === "SUDO_REQUIRED" || notice?.code === "STAFF_UNVERIFIED") {
    const to = notice.code === "SUDO_REQUIRED" ? adminPaths.sudo(path) : adminPaths.verify(path);
    return <FlashMessage kind="error" message={notice.message} action={{ label: "在新窗口确认", to, apart: true }} />;
  }
  // What no field of the form shows, such as that nothing is selected, says more than that something is wrong.
  const unshown = Object.values(notice?.fields ?? {}).join("；");
  return <FormNotice notice={notice && { ...notice, message: unshown || notice.message }} />;
}
