import { useEffect, useRef, useState } from "react";
import { Avatar } from "#app/components/ui/avatar";
import { isComposing } from "#app/components/ui/is-composing";
import type { Author } from "#app/contract/common";
import { writePaths } from "#app/features/write/model/write-paths";
import { applyEdit, selectedIn } from "#app/features/write/text/apply-edit";
import { completeMention, mentionAt } from "#app/features/write/text/mention-words";
import type { Selected, TextEdit } from "#app/features/write/text/text-edit";
import { request } from "#app/forms/request";

type Props = {
  id: string;
  textarea: HTMLTextAreaElement;
  /** Short id of the question being answered. */
  question?: string | null;
  /** Whether a person can be mentioned here. */
  fits?: (person: Author) => boolean;
  /** Inserts the mention of a person, whose beginning is at `from`. */
  complete?: (selected: Selected, from: number, person: Author) => TextEdit;
};
type Offer = { from: number; people: readonly Author[]; current: number };

/** Milliseconds of rest after which a name is looked up. */
const REST = 200;

/** Whether the caret is still in the mention that an offer completes, and not moved elsewhere. */
const isAt = (textarea: HTMLTextAreaElement, { from }: Offer): boolean =>
  mentionAt(selectedIn(textarea))?.from === from;

/** Autocompletes mentions while an @ and the beginning of a name are before the caret. */
export function MentionMenu({ id, textarea, question = null, fits, complete = completeMention }: Props) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const latest = useRef<Offer | null>(null);
  latest.current = offer;
  const choose = (person: Author | undefined) => {
    const { current } = latest;
    if (current && person && isAt(textarea, current))
      applyEdit(textarea, complete(selectedIn(textarea), current.from, person));
    setOffer(null);
  };
  const chosen = useRef(choose);
  chosen.current = choose;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const look = async () => {
      asked.abort();
      const mention = mentionAt(selectedIn(textarea));
      if (!mention) return setOffer(null);
      asked = new AbortController();
      const { signal } = asked;
      try {
        const found = await request<Author[]>(writePaths.mentions(mention.name, question), { signal });
        const people = fits ? found.filter(fits) : found;
        setOffer(people.length > 0 ? { from: mention.from, people, current: 0 } : null);
      } catch {
        if (!signal.aborted) setOffer(null);
      }
    };
    const onInput = (event: Event) => {
      clearTimeout(timer);
      asked.abort();
      if (!(event instanceof InputEvent && event.isComposing)) timer = setTimeout(look, REST);
    };
    const close = () => setOffer(null);
    const onKeyDown = (event: KeyboardEvent) => {
      const { current } = latest;
      if (!current || isComposing(event)) return;
      // Ctrl or ⌘ with Enter sends the text as it is.
      const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (sends || !isAt(textarea, current)) return close();
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const { length } = current.people;
      if (step) setOffer({ ...current, current: (current.current + step + length) % length });
      else if (event.key === "Enter" || event.key === "Tab") chosen.current(current.people[current.current]);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
    };
    // It may have been loaded because an @ was typed.
    if (document.activeElement === textarea) timer = setTimeout(look, REST);
    textarea.addEventListener("input", onInput);
    textarea.addEventListener("compositionend", onInput);
    textarea.addEventListener("keydown", onKeyDown, { capture: true });
    textarea.addEventListener("blur", close);
    return () => {
      clearTimeout(timer);
      asked.abort();
      textarea.removeEventListener("input", onInput);
      textarea.removeEventListener("compositionend", onInput);
      textarea.removeEventListener("keydown", onKeyDown, { capture: true });
      textarea.removeEventListener("blur", close);
    };
  }, [textarea, question, fits]);

  useEffect(() => {
    if (!offer) return;
    textarea.setAttribute("aria-controls", id);
    textarea.setAttribute("aria-activedescendant", `${id}-${offer.current}`);
    return () => {
      textarea.removeAttribute("aria-controls");
      textarea.removeAttribute("aria-activedescendant");
    };
  }, [id, textarea, offer]);

  if (!offer) return null;
  return (
    <div className="mentions">
      <p className="visually-hidden" role="status">
        可以提到 {offer.people.length} 人，上下键选择，回车确认
      </p>
      <div id={id} role="listbox" aria-label="提到谁" className="mentions__list">
        {offer.people.map((person, n) => (
          // The focus stays in the textarea, where keys are handled.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={person.userId}
            id={`${id}-${n}`}
            role="option"
            aria-selected={n === offer.current}
            className="mentions__one"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <Avatar author={person} size={24} />
            <span>{person.nickname}</span>
            <span className="mentions__headline">{person.headline}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
