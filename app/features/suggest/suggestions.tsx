import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { isComposing } from "#app/components/ui/is-composing";
import { request } from "#app/features/write/tools/request";
import { paths } from "#app/paths";
import { forgetSearches, recentSearches, rememberSearch } from "./recent-searches";
import type { Suggestion } from "./suggestion";

/** Milliseconds of rest after which something is suggested. */
const REST = 150;
/** Of the last searches so many that begin with what is typed. */
const RECENT_MAX = 2;

type Entry = Omit<Suggestion, "kind"> & { kind: Suggestion["kind"] | "recent" };

const ICONS: Record<Entry["kind"], string> = { recent: "clock", title: "article", tag: "tag", user: "users" };

const known = new Map<string, readonly Suggestion[]>();

const recent = (words: string): Entry => ({ kind: "recent", text: words, note: "", href: paths.search("all", words) });

/** What was asked before is not asked again. @throws RequestError, or the error of `signal` */
async function suggestionsFor(q: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const before = known.get(q);
  if (before) return before;
  const found = await request<Suggestion[]>(`/search-suggestions?q=${encodeURIComponent(q)}`, { signal });
  known.set(q, found);
  return found;
}

/** What a search may be meant for, under its field: the last searches, then titles, tags and people with what is typed. */
export default function Suggestions({ field }: { field: HTMLInputElement }) {
  const id = useId();
  const navigate = useNavigate();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [current, setCurrent] = useState(-1);
  const latest = useRef({ entries, current });
  latest.current = { entries, current };
  const choose = (entry: Entry) => {
    if (entry.kind === "recent") rememberSearch(entry.text);
    setEntries([]);
    field.blur();
    navigate(entry.href);
  };
  const chosen = useRef(choose);
  chosen.current = choose;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const show = (next: readonly Entry[]) => {
      setEntries(next);
      setCurrent(-1);
    };
    const look = async () => {
      asked.abort();
      const q = field.value.trim();
      const before = recentSearches().map(recent);
      if (q === "") return show(before);
      asked = new AbortController();
      const { signal } = asked;
      try {
        const found = await suggestionsFor(q, signal);
        const begun = before.filter(({ text }) => text !== q && text.startsWith(q)).slice(0, RECENT_MAX);
        if (!signal.aborted && document.activeElement === field) show([...begun, ...found]);
      } catch {
        if (!signal.aborted) show([]);
      }
    };
    const onInput = (event: Event) => {
      clearTimeout(timer);
      if (!(event instanceof InputEvent && event.isComposing)) timer = setTimeout(look, REST);
    };
    const onFocus = () => {
      if (field.value.trim() === "") show(recentSearches().map(recent));
    };
    const close = () => {
      clearTimeout(timer);
      asked.abort();
      show([]);
    };
    const onSubmit = () => {
      rememberSearch(field.value);
      close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { entries: shown, current: at } = latest.current;
      if (shown.length === 0 || isComposing(event)) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const entry = shown[at];
      if (step) {
        // Above the first and below the last is the field itself.
        const places = shown.length + 1;
        setCurrent(((at + 1 + step + places) % places) - 1);
      } else if (event.key === "Enter" && entry) chosen.current(entry);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
    };
    const { form } = field;
    // What was typed while this was on its way counts.
    if (document.activeElement === field) look();
    field.addEventListener("input", onInput);
    field.addEventListener("compositionend", onInput);
    field.addEventListener("focus", onFocus);
    field.addEventListener("keydown", onKeyDown);
    field.addEventListener("blur", close);
    form?.addEventListener("submit", onSubmit);
    return () => {
      close();
      field.removeEventListener("input", onInput);
      field.removeEventListener("compositionend", onInput);
      field.removeEventListener("focus", onFocus);
      field.removeEventListener("keydown", onKeyDown);
      field.removeEventListener("blur", close);
      form?.removeEventListener("submit", onSubmit);
    };
  }, [field]);

  const open = entries.length > 0;
  useEffect(() => {
    field.setAttribute("aria-autocomplete", "list");
    if (open) field.setAttribute("aria-controls", id);
    else field.removeAttribute("aria-controls");
    if (current >= 0) field.setAttribute("aria-activedescendant", `${id}-${current}`);
    else field.removeAttribute("aria-activedescendant");
  }, [id, field, open, current]);

  if (!open) return null;
  const clearable = entries.every(({ kind }) => kind === "recent");
  return (
    // A press on what is no entry must not close it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div className="suggestions" onMouseDown={(event) => event.preventDefault()}>
      <p className="visually-hidden" role="status">
        有 {entries.length} 条建议，上下键选择，回车前往
      </p>
      {clearable ? (
        <p className="suggestions__head">
          最近搜过
          <button
            type="button"
            className="suggestions__clear"
            onClick={() => {
              forgetSearches();
              setEntries([]);
            }}
          >
            清空
          </button>
        </p>
      ) : null}
      <div id={id} role="listbox" aria-label="搜索建议">
        {entries.map((entry, n) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its keys are those of the field
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={`${entry.kind} ${entry.href}`}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === current}
            className="suggestions__one"
            onClick={() => choose(entry)}
          >
            <Icon name={ICONS[entry.kind]} />
            <span className="suggestions__text">{entry.text}</span>
            {entry.note ? <span className="suggestions__note">{entry.note}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
