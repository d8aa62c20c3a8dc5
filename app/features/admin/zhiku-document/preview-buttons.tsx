import type { MouseEvent } from "react";
import { Button } from "#app/components/ui/button";
import { adminPaths } from "#app/features/admin/admin-paths";
import { PREVIEW_READERS } from "./preview-readers";

/** Buttons that preview the form's document in another window, without saving it. */
export function PreviewButtons({ id }: { id: number | "new" }) {
  return (
    <fieldset className="admin-shown">
      <legend className="field__label">预览（新窗口，不保存）</legend>
      <div className="admin-head__actions">
        {Object.entries(PREVIEW_READERS).map(([as, label]) => (
          <Button
            key={as}
            type="submit"
            name="as"
            value={as}
            size="small"
            icon="eye"
            formAction={adminPaths.zhikuPreview(id)}
            formTarget="_blank"
            onClick={sendByBrowser}
          >
            {label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Submits the form natively: scripts would show the response in this window, replacing the form. */
function sendByBrowser(event: MouseEvent<HTMLButtonElement>): void {
  const { form, formAction, formTarget, name, value } = event.currentTarget;
  if (!form) return;
  event.preventDefault();
  const which = document.createElement("input");
  Object.assign(which, { type: "hidden", name, value });
  form.append(which);
  const held = form.getAttribute("action");
  form.setAttribute("action", formAction);
  form.setAttribute("target", formTarget);
  // Bypasses event handlers, unlike a click.
  form.submit();
  form.removeAttribute("target");
  if (held === null) form.removeAttribute("action");
  else form.setAttribute("action", held);
  which.remove();
}
