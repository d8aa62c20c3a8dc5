import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { isComposing } from "#app/components/ui/is-composing";
import { stepOption } from "#app/components/ui/step-option";
import { TAG_LENGTH_MAX, TAGS_MAX } from "#app/contract/limits";
import { formatTags, parseTags } from "#app/features/write/model/tag-text";
import { setField } from "#app/features/write/text/apply-edit";
import { TagOptions } from "./tag-options";
import { useKnownTags } from "./use-known-tags";

/** Tag editor with chips; the hidden text field behind it is what is submitted, and may be changed from elsewhere. */
export function TagChips({ field }: { field: HTMLInputElement }) {
  const [tags, setTags] = useState(() => parseTags(field.value));
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  /** Text to look up; excludes what an input method is still composing. */
  const [asked, setAsked] = useState("");
  const [current, setCurrent] = useState(-1);
  const known = useKnownTags(asked).filter(({ name }) => !tags.includes(name));
  const options = typed.trim() === asked ? known : [];

  // Layout effect, because the chips replace the field before the next paint.
  useLayoutEffect(() => {
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

  // Takes over the field's error state.
  useEffect(() => {
    input.current?.setAttribute("aria-invalid", field.getAttribute("aria-invalid") ?? "false");
  });

  const write = (next: readonly string[]) => setField(field, formatTags(next));
  const look = (text: string) => {
    setAsked(text.trim());
    setCurrent(-1);
  };
  const add = (text: string) => {
    setTyped("");
    look("");
    // Its case is that of the tag in use.
    const spelt = (tag: string) => known.find(({ name }) => name.toLowerCase() === tag.toLowerCase())?.name ?? tag;
    write(parseTags(formatTags([...tags, ...parseTags(text).map(spelt)])));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const { length } = options;
    const next = stepOption(event.key, current, length);
    if (next !== undefined && length > 0) {
      event.preventDefault();
      setCurrent(next);
    } else if (event.key === "Escape" && length > 0) {
      event.preventDefault();
      look("");
    } else if (event.key === "Enter" || event.key === "," || event.key === " ") {
      // Enter would submit the form.
      event.preventDefault();
      const chosen = event.key === "Enter" ? options[current]?.name : undefined;
      if (chosen ?? typed.trim()) add(chosen ?? typed);
    } else if (event.key === "Backspace" && typed === "") {
      write(tags.slice(0, -1));
    }
  };
  const full = tags.length >= TAGS_MAX;
  return (
    // Clicking beside the chips focuses the input; the keyboard gets there by Tab.
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
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        {...(options.length > 0 ? { "aria-controls": `${field.id}-known` } : {})}
        {...(options[current] ? { "aria-activedescendant": `${field.id}-known-${current}` } : {})}
        aria-describedby={field.getAttribute("aria-describedby") ?? undefined}
        onChange={({ target, nativeEvent }) => {
          const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
          if (!composing && /[,，、;；]/.test(target.value)) return add(target.value);
          setTyped(target.value);
          if (!composing) look(target.value);
        }}
        onCompositionEnd={({ currentTarget }) => look(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => typed.trim() && add(typed)}
      />
      {options.length > 0 ? (
        <TagOptions id={`${field.id}-known`} tags={options} current={current} onChoose={add} />
      ) : null}
    </div>
  );
}
