import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Person } from "#app/contract/reading/follow";
import { AuthorFacts } from "#app/features/author/author-card";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";

/** Data of `routes/u/card.ts`; `person` is null if they can't be loaded. */
export type PersonCardData = { person: Person | null };

type Props = { link: HTMLAnchorElement; id: number; onGone: () => void };

/** Width of the card, as in the style sheet, and its distance to the name, in px. */
const WIDTH = 296;
const GAP = 6;

/** Hover card of a person, below their name, or above it if there is no room. */
export function PersonCard({ link, id, onGone }: Props) {
  const { data, load } = useFetcher<PersonCardData>({ key: `person-${id}` });
  const { key } = useLocation();
  const has = useParts();
  const opened = useRef(key);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => load(paths.personCard(id)), [load, id]);
  useEffect(() => {
    if (key !== opened.current) onGone();
  }, [key, onGone]);
  const person = data?.person;
  useLayoutEffect(() => {
    const card = element.current;
    if (!card || !person) return;
    card.showPopover?.();
    place(card, link);
    link.setAttribute("aria-describedby", card.id);
    return () => link.removeAttribute("aria-describedby");
  }, [person, link]);
  if (!person) return null;
  const counts = [
    { label: "回答", value: person.answerCount, to: paths.writtenBy("answer", id) },
    { label: "文章", value: has("article") ? person.articleCount : undefined, to: paths.writtenBy("article", id) },
    { label: "关注者", value: person.fansCount, to: paths.userFans(id) },
  ];
  return (
    <div ref={element} id={`person-card-${id}`} className="person-card" {...{ popover: "manual" }}>
      <AuthorFacts author={person} counts={counts} followed={person.viewer.followed} me={person.viewer.me} />
    </div>
  );
}

/** Positions the card on the page, not in the window, so that it scrolls along with the name. */
function place(card: HTMLElement, link: HTMLElement): void {
  // A name that wraps has two boxes; the first one counts.
  const { left, top, bottom } = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { height } = card.getBoundingClientRect();
  const below = bottom + GAP + height <= innerHeight || top < height + GAP;
  card.style.left = `${scrollX + Math.max(GAP, Math.min(left, document.documentElement.clientWidth - WIDTH - GAP))}px`;
  card.style.top = `${scrollY + (below ? bottom + GAP : top - GAP - height)}px`;
}
