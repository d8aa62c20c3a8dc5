import { HeaderSuggestions } from "#app/features/suggest/header-suggestions";
import { PersonCards } from "./person-cards";
import { ReaderKeys } from "./reader-keys";

/** Tools that readers at a computer have besides the page. */
export function ComputerTools() {
  return (
    <>
      <ReaderKeys />
      <PersonCards />
      <HeaderSuggestions />
    </>
  );
}
