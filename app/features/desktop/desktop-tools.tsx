import { HeaderSuggestions } from "#app/features/suggest/header-suggestions";
import { PersonCards } from "./person-cards";
import { ReaderKeys } from "./reader-keys";
import { usePageFocus } from "./use-page-focus";

/** Tools for readers at a computer: keyboard shortcuts, the focus in lists of pages, and hover cards. */
export function DesktopTools() {
  usePageFocus();
  return (
    <>
      <ReaderKeys />
      <PersonCards />
      <HeaderSuggestions />
    </>
  );
}
