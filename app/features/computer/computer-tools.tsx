import { HeaderSuggestions } from "#app/features/suggest/header-suggestions";
import { PersonCards } from "./person-cards";
import { ReaderKeys } from "./reader-keys";

/** Tools for readers at a computer: keyboard shortcuts and hover cards. */
export function ComputerTools() {
  return (
    <>
      <ReaderKeys />
      <PersonCards />
      <HeaderSuggestions />
    </>
  );
}
