import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { isComposing } from "#app/components/ui/is-composing";
import { TAG_LENGTH_MAX, TAGS_MAX } from "#app/contract/limits";
import { formatTags, parseTags } from "#app/features/write/model/tag-text";
import { setField } from "./apply-edit";
import { request } from "./request";

/** The tags one by one; the line of text that is sent stays behind it, and tells when it is changed from elsewhere. */
export function TagChips({ field }: { field: HTMLInputElement }) {
  const [tags, setTags] = useState(() => parseTags(field.value));
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const known = useKnownTags(typed.trim());

  useEffect(() => {
    const label = field.form?.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(field.id)}"]`);
    const read = () => setTags(parseTags(field.value));
    read();
    field.hidden = true;
    if (label) label.htmlFor = `${field.id}-chips`;
    field.addEventListener("input", read);
    return () => {
      field.hidden = false;
      if (label) label.htmlFor = field.id;
      field.removeEventListener("input", read);
    };
  }, [field]);

  // What is wrong with the field is wrong with what stands in its place.
  useEffect(() => {
    input.current?.setAttribute("aria-invalid", field.getAttribute("aria-invalid") ?? "false");
  });

  const write = (next: readonly string[]) => setField(field, formatTags(next));
  const add = (text: string) => {
    setTyped("");
    write(parseTags(formatTags([...tags, text])));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Enter" || event.key === "," || event.key === " ") {
      // Enter would send the form.
      event.preventDefault();
      if (typed.trim()) add(typed);
    } else if (event.key === "Backspace" && typed === "") {
      write(tags.slice(0, -1));
    }
  };
  const full = tags.length >= TAGS_MAX;
  return (
    // A click beside the words is a click on the field; keys get there by Tab.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div className="input chips" onClick={() => input.current?.focus()}>
      {tags.map((tag) => (
        <span key={tag} className="chip">
          {tag}
          <button
            type="button"
            className="chip__remove"
            aria-label={`去掉标签 ${tag}`}
            onClick={() => write(tags.filter((other) => other !== tag))}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <input
        ref={input}
        id={`${field.id}-chips`}
        className="chips__input"
        value={typed}
        placeholder={full ? "" : tags.length > 0 ? "再加一个" : field.placeholder}
        maxLength={TAG_LENGTH_MAX * 2}
        autoComplete="off"
        enterKeyHint="done"
        list={`${field.id}-known`}
        aria-describedby={field.getAttribute("aria-describedby") ?? undefined}
        onChange={({ target, nativeEvent }) => {
          const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
          if (!composing && /[,，、;；]/.test(target.value)) add(target.value);
          else setTyped(target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() && add(typed)}
      />
      <datalist id={`${field.id}-known`}>
        {known
          .filter(({ name }) => !tags.includes(name))
          .map(({ name, synonym }) => (
            <option key={name} value={name} {...(synonym ? { label: synonym } : {})} />
          ))}
      </datalist>
    </div>
  );
}

/** Milliseconds of rest after which what is typed is looked up. */
const REST = 250;

type KnownTag = { name: string; synonym: string | null };

/** Tags that others use with these letters in them, or in a word for the same. */
function useKnownTags(typed: string): readonly KnownTag[] {
  const [known, setKnown] = useState<readonly KnownTag[]>([]);
  useEffect(() => {
    if (typed === "") return;
    const asked = new AbortController();
    const timer = setTimeout(() => {
      request<KnownTag[]>(`/write/tags?q=${encodeURIComponent(typed)}`, { signal: asked.signal })
        .then(setKnown)
        // A hint that nobody misses.
        .catch(() => {});
    }, REST);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [typed]);
  return known;
}
