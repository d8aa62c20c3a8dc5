import { useEffect, useId, useRef, useState } from "react";
import { FieldError } from "#app/components/ui/field-error";
import { describedBy } from "#app/components/ui/field-row";
import { TITLE_MAX, TITLE_MIN } from "#app/contract/limits";
import { useBegunText } from "./begun-text";
import { inOneLine } from "./model/field-codecs";

type Props = { value: string; placeholder: string; error: string | undefined };

/** The title field, which grows with its text and shows its length; overlong titles are reported, not truncated. */
export function TitleField({ value, placeholder, error }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useBegunText(id, value);
  const [length, setLength] = useState<number | null>(null);
  useEffect(() => {
    const title = field.current;
    if (!title) return;
    const onBeforeInput = (event: InputEvent) => {
      if (event.inputType !== "insertLineBreak") return;
      event.preventDefault();
      title.form?.querySelector<HTMLElement>("[name=content]")?.focus();
    };
    const onInput = (event?: Event) => {
      if (!(event instanceof InputEvent && event.isComposing)) joinLines(title);
      setLength([...title.value.trim()].length);
      if (!CSS.supports("field-sizing", "content")) growWith(title);
    };
    onInput();
    title.addEventListener("beforeinput", onBeforeInput);
    title.addEventListener("input", onInput);
    return () => {
      title.removeEventListener("beforeinput", onBeforeInput);
      title.removeEventListener("input", onInput);
    };
  }, []);
  return (
    <div className="field title-field">
      <label className="field__label" htmlFor={id}>
        标题
      </label>
      <textarea
        ref={field}
        id={id}
        name="title"
        className="input title-field__input"
        rows={1}
        defaultValue={text}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="next"
        suppressHydrationWarning
        {...describedBy({ id, help: true, error })}
      />
      {length === null ? null : (
        <span className={length > TITLE_MAX ? "title-field__count title-field__count--over" : "title-field__count"}>
          {length}/{TITLE_MAX}
        </span>
      )}
      <FieldError id={`${id}-error`} message={error} />
      <p className="field__help" id={`${id}-help`}>
        {TITLE_MIN} 到 {TITLE_MAX} 个字
      </p>
    </div>
  );
}

/** Fallback for browsers without `field-sizing`. */
function growWith(field: HTMLTextAreaElement): void {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
}

/** Joins pasted lines into one title, keeping the caret position. */
function joinLines(field: HTMLTextAreaElement): void {
  const joined = inOneLine(field.value);
  if (joined === field.value) return;
  const caret = inOneLine(field.value.slice(0, field.selectionStart)).length;
  field.value = joined;
  field.setSelectionRange(caret, caret);
}
