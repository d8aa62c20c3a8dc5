import { useEffect, useState } from "react";
import { PersonCard } from "./person-card";

/** Milliseconds. One who only passes sees nothing; one who goes from the name to its card finds it there. */
const REST = 400;
const LEAVE = 250;
const PROFILE = /^\/u\/(\d+)$/;

type Shown = { link: HTMLAnchorElement; id: number };

/**
 * Shows who somebody is where a pointer or the focus rests on their name. The card stays while either is on the name or on the card,
 * and Escape sends it away (WCAG 1.4.13). Where it tells nothing new, inside of such a card, there is none.
 */
export function PersonCards() {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Undefined on a card: whatever comes next is something else.
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
      // On the card itself: it stays.
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
