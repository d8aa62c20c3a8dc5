import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { Person } from "#app/contract/follow";
import { AuthorFacts } from "#app/features/author/author-card";
import { useParts } from "#app/hooks/parts";
import { paths } from "#app/paths";

/** Answer of `routes/u/card.ts`; null when that person can't be had. */
export type PersonCardData = { person: Person | null };

type Props = { link: HTMLAnchorElement; id: number; onGone: () => void };

/** Width as the style sheet has it, and the distance to the name. */
const WIDTH = 296;
const GAP = 6;

/** Card that says who somebody is, below their name, or above it where there is no room. */
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

/** On the page, not in the window: it goes along with the name when that is scrolled. */
function place(card: HTMLElement, link: HTMLElement): void {
  // A name that is broken over two lines has two boxes.
  const { left, top, bottom } = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { height } = card.getBoundingClientRect();
  const below = bottom + GAP + height <= innerHeight || top < height + GAP;
  card.style.left = `${scrollX + Math.max(GAP, Math.min(left, document.documentElement.clientWidth - WIDTH - GAP))}px`;
  card.style.top = `${scrollY + (below ? bottom + GAP : top - GAP - height)}px`;
}
