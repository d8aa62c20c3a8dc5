import { useEffect, useRef } from "react";

/** Checkbox that selects everything the form lists; needs scripts, and is hidden without them. */
export function SelectPage() {
  const box = useRef<HTMLInputElement>(null);
  // After every render, since items come and go.
  useEffect(() => {
    const whole = box.current;
    const form = whole?.form;
    if (!form) return;
    const items = form.querySelectorAll<HTMLInputElement>('[type="checkbox"][name="item"]');
    const show = () => {
      const selected = [...items].filter(({ checked }) => checked).length;
      whole.checked = selected > 0 && selected === items.length;
      whole.indeterminate = selected > 0 && !whole.checked;
    };
    const changed = ({ target }: Event) => {
      if (target === whole) for (const item of items) item.checked = whole.checked;
      show();
    };
    show();
    form.addEventListener("change", changed);
    return () => form.removeEventListener("change", changed);
  });
  return (
    <label className="admin-queue__page needs-script">
      <input ref={box} type="checkbox" />
      选中本页
    </label>
  );
}
