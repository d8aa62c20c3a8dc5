import { type KeyboardEvent, useRef, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { PICTURE_ACCEPT } from "#app/contract/files/picture-types";
import { applyEdit, selectedIn } from "#app/features/write/text/apply-edit";
import { COMMANDS, type Command } from "#app/features/write/text/commands";

type Props = {
  textarea: HTMLTextAreaElement;
  onFiles: (files: readonly File[]) => void;
  /** Whether the editor fills the window. */
  full: boolean;
  onFull: (full: boolean) => void;
};

type Tool = { icon: string; label: string; keys?: string | undefined; onClick: () => void };

/** The toolbar is one Tab stop; arrow keys move between its buttons (ARIA toolbar pattern). */
export function Toolbar({ textarea, onFiles, full, onFull }: Props) {
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -COUNT, End: COUNT }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.abs(step) === COUNT ? (step < 0 ? 0 : COUNT - 1) : (current + step + COUNT) % COUNT;
    setCurrent(next);
    bar.current?.querySelectorAll("button")[next]?.focus();
  };
  const button = (n: number, { icon, label, keys, onClick }: Tool) => (
    <button
      key={icon}
      type="button"
      className="icon-button"
      aria-label={label}
      title={keys ? `${label}（${keys}）` : label}
      tabIndex={n === current ? 0 : -1}
      // Keeps the focus, and so the on-screen keyboard, in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
  const commandButton = (command: Command, n: number) =>
    button(n, {
      icon: command.icon,
      label: command.label,
      keys: keysOf(command),
      onClick: () => applyEdit(textarea, command.edit(selectedIn(textarea))),
    });
  const size = full ? { icon: "shrink", label: "退出全屏", keys: "Esc" } : { icon: "expand", label: "全屏书写" };
  return (
    <div ref={bar} className="toolbar" role="toolbar" aria-label="格式" onKeyDown={move}>
      {COMMANDS.slice(0, PICTURE_AT).map((command, n) => commandButton(command, n))}
      {button(PICTURE_AT, { icon: "image", label: "插入图片", onClick: () => files.current?.click() })}
      {COMMANDS.slice(PICTURE_AT).map((command, n) => commandButton(command, PICTURE_AT + 1 + n))}
      {button(COUNT - 1, { ...size, onClick: () => onFull(!full) })}
      <input
        ref={files}
        type="file"
        accept={PICTURE_ACCEPT}
        multiple
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}

/** The commands, pictures, and full-screen mode. */
const COUNT = COMMANDS.length + 2;
/** Position at which phones show it without scrolling. */
const PICTURE_AT = 6;

const keysOf = ({ shortcut }: Command): string | undefined =>
  shortcut && `${/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl+"}${shortcut.shown}`;
