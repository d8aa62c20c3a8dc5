import { useEffect, useId, useRef, useState } from "react";
import { TITLE_MAX, TITLE_MIN } from "#app/contract/limits";
import { FieldNote } from "./field-note";

type Props = { value: string; placeholder: string; error: string | undefined };

/** The title, with how much of it there is; what is too long is counted, not cut off. */
export function TitleField({ value, placeholder, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState<number | null>(null);
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const count = () => setLength([...field.value.trim()].length);
    count();
    field.addEventListener("input", count);
    return () => field.removeEventListener("input", count);
  }, []);
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        标题
      </label>
      <div className="title-field">
        <input
          ref={input}
          id={id}
          name="title"
          className="input title-field__input"
          defaultValue={value}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="next"
          aria-describedby={`${id}-note`}
          {...(error ? { "aria-invalid": true } : {})}
        />
        {length === null ? null : (
          <span className={length > TITLE_MAX ? "title-field__count title-field__count--over" : "title-field__count"}>
            {length}/{TITLE_MAX}
          </span>
        )}
      </div>
      <FieldNote id={`${id}-note`} help={`${TITLE_MIN} 到 ${TITLE_MAX} 个字`} error={error} />
    </div>
  );
}
