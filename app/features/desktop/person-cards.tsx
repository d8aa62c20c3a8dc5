import { useEffect, useState } from "react";
import { PersonCard } from "./person-card";

/**
 * Milliseconds of hovering before a card appears, and of leaving before it disappears, so that passing by shows nothing
 * and the pointer can move from the name to the card.
 */
const REST = 400;
const LEAVE = 250;
const PROFILE = /^\/u\/(\d+)$/;

type Shown = { link: HTMLAnchorElement; id: number };

/**
 * Shows a hover card when the pointer or the focus rests on a person's name. It stays while either is on the name or
 * the card, and Escape closes it (WCAG 1.4.13). Names whose card would show nothing new, such as those inside a card,
 * have none.
 */
export function PersonCards() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Undefined on a card: the next target is a different one.
    let meant: HTMLAnchorElement | null | undefined = null;
    const mean = (next: Shown | null, after: number) => {
      const link = next?.link ?? null;
      if (link === meant) return;
      meant = link;
      clearTimeout(timer);
      timer = setTimeout(() => setShown(next), after);
    };
    const come = ({ type, target }: Event) => {
      if (!(target instanceof Element)) return;
      // The pointer or the focus is on the card itself: it stays.
      if (target.closest(".person-card")) {
        clearTimeout(timer);
        meant = undefined;
        return;
      }
      const found = profileOf(target);
      if (found && (type === "pointerover" || target.matches(":focus-visible"))) mean(found, REST);
      else mean(null, LEAVE);
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      clearTimeout(timer);
      setShown(null);
    };
    document.addEventListener("pointerover", come);
    document.addEventListener("focusin", come);
    document.addEventListener("keydown", leave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", come);
      document.removeEventListener("focusin", come);
      document.removeEventListener("keydown", leave);
    };
  }, []);
  return shown && <PersonCard key={shown.id} link={shown.link} id={shown.id} onGone={() => setShown(null)} />;
}

function profileOf(target: Element): Shown | null {
  const link = target.closest<HTMLAnchorElement>("a[href^='/u/']");
  const id = link && !link.closest(".author-card,[popover]") && PROFILE.exec(link.pathname)?.[1];
  return link && id ? { link, id: Number(id) } : null;
}
