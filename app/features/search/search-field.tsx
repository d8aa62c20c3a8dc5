import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/components/ui/icon";

/**
 * The words searched for, to be changed; the page's own field, since phones have none in the header. `children` are
 * hidden fields that the search keeps.
 */
export function SearchField({ action, q, children }: { action: string; q: string; children?: ReactNode }) {
  return (
    <search className="search-field">
      <Form action={action} className="search-field__form">
        {children}
        <input
          key={q}
          className="input search-field__input"
          type="search"
          name="q"
          aria-label="搜索词"
          placeholder="输入想了解的内容"
          defaultValue={q}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="button button--primary search-field__submit">
          <Icon name="search" />
          搜索
        </button>
      </Form>
    </search>
  );
}
