import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button";

type Props = {
  open: boolean;
  /** Called whenever it closes: by its button, Escape, or a click outside. */
  onClose: () => void;
  title: string;
  /** `small` for a question, `medium` for a form. */
  size?: "small" | "medium";
  children: ReactNode;
};

/** The browser's modal dialog: it traps the focus, closes on Escape, and restores the focus. */
export function Dialog({ open, onClose, title, size = "small", children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  /** Element on which the last press started. */
  const pressed = useRef<EventTarget | null>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape
    <dialog
      ref={element}
      className={`dialog dialog--${size}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={({ target }) => {
        // Selecting text in a field may end outside the dialog.
        if (target === element.current && target === pressed.current) element.current?.close();
      }}
    >
      <div className="dialog__body">
        <h2 className="dialog__title" id={id}>
          {title}
        </h2>
        {open ? children : null}
        {/* Last, so that the initial focus is in the dialog's content. */}
        <div className="dialog__close">
          <IconButton icon="close" label="关闭" onClick={() => element.current?.close()} />
        </div>
      </div>
    </dialog>
  );
}
