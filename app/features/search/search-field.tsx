import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "#app/components/ui/icon";
import { LazySuggestions } from "#app/features/suggest/lazy-suggestions";
import { useSearchWords } from "./use-search-words";

type Props = {
  action: string;
  q: string;
  children?: ReactNode;
};

/**
 * The search page's own search field, since phones have none in the header. `children` are hidden fields that the
 * search keeps.
 */
export function SearchField({ action, q, children }: Props) {
  const { field, onSubmit } = useSearchWords(q);
  return (
    <search className="search-field">
      <Form action={action} onSubmit={onSubmit} className="search-field__form">
        {children}
        <input
          ref={field}
          className="input search-field__input"
          type="search"
          name="q"
          aria-label="搜索词"
          placeholder="输入想了解的内容"
          defaultValue={q}
          // The page was opened to search, by a phone's magnifier.
          // biome-ignore lint/a11y/noAutofocus: the field is the page's purpose until there are words
          autoFocus={q === ""}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="button button--primary search-field__submit">
          <Icon name="search" />
          搜索
        </button>
        <LazySuggestions field={field} />
      </Form>
    </search>
  );
}
