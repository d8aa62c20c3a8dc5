import { useNavigate } from "@remix-run/react";
import { useId } from "react";
import { Icon } from "#app/components/ui/icon";
import type { SuggestedLine } from "./find-suggestions";
import { forgetSearches, rememberSearch } from "./recent-searches";
import { useOptionKeys } from "./use-option-keys";
import { useSuggestions } from "./use-suggestions";

const ICONS: Record<SuggestedLine["kind"], string> = { recent: "clock", title: "article", tag: "tag", user: "users" };

/** Suggestions below a search field: recent searches, then titles, tags and people that match. */
export default function Suggestions({ field }: { field: HTMLInputElement }) {
  const id = useId();
  const navigate = useNavigate();
  const { lines, close } = useSuggestions(field);
  const choose = (line: SuggestedLine) => {
    if (line.kind === "recent") rememberSearch(line.text);
    close();
    field.blur();
    navigate(line.href);
  };
  const current = useOptionKeys(field, { id, options: lines, onChoose: choose, onClose: close });
  if (lines.length === 0) return null;
  return (
    // A press beside the options must not close the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="suggestions" onMouseDown={(event) => event.preventDefault()}>
      <p className="visually-hidden" role="status">
        有 {lines.length} 条建议，上下键选择，回车前往
      </p>
      {lines.every(({ kind }) => kind === "recent") ? (
        <p className="suggestions__head">
          最近搜过
          <button
            type="button"
            className="suggestions__clear"
            onClick={() => {
              forgetSearches();
              // By keyboard, the focus is on this button, which goes.
              field.focus();
              close();
            }}
          >
            清空
          </button>
        </p>
      ) : null}
      <div id={id} role="listbox" aria-label="搜索建议">
        {lines.map((line, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={`${line.kind} ${line.href}`}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === current}
            className="suggestions__one"
            onClick={() => choose(line)}
          >
            <Icon name={ICONS[line.kind]} />
            <span className="suggestions__text">{line.text}</span>
            {line.note ? <span className="suggestions__note">{line.note}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
