import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Icon } from "#app/components/ui/icon";
import { placeFocus } from "#app/components/ui/place-focus";
import { paths } from "#app/paths";
import { hasEnded, type Journey, keepPlace, openJourney } from "./journey";
import { type PlaceInText, placeIn } from "./place-in-text";

type Props = {
  contentId: number;
  version: number;
  /** Reading session opened during rendering; null if scripts have to open it. */
  opened: Journey | null;
  /** Id of the text's element. */
  textId: string;
};

/** Milliseconds between two reports of the position. */
const REPORT_EVERY = 5_000;
/** Milliseconds between two measurements while scrolling. */
const LOOK_EVERY = 150;
/** Percentage range in which resuming is offered. */
const WORTH_GOING_ON = { from: 4, to: 97 };

/** Stores the reading position, and offers to resume from the last one. */
export function ReadingProgress({ contentId, version, opened, textId }: Props) {
  const navigate = useNavigate();
  const [journey, setJourney] = useState(opened);
  const [offered, setOffered] = useState(true);

  useEffect(() => {
    if (opened) return setJourney(opened);
    const leave = new AbortController();
    openJourney(contentId, leave.signal).then((told) => {
      if (leave.signal.aborted) return;
      if (told.status === "ok") setJourney(told.data);
      else if (hasEnded(told)) navigate(paths.zhiku(), { replace: true });
    });
    return () => leave.abort();
  }, [contentId, opened, navigate]);

  const id = journey?.id;
  const last = journey?.last;
  useEffect(() => {
    if (id === undefined) return;
    let here = true;
    let place: PlaceInText | null = null;
    let told = -1;
    let looking: ReturnType<typeof setTimeout> | undefined;
    // Opening a text is not reading: the last position is kept until the reader scrolls.
    let moved = !last;
    const look = () => {
      looking = undefined;
      const text = document.getElementById(textId);
      if (text && moved) place = placeIn(text);
    };
    const tell = () => {
      if (!place || place.percent === told) return;
      told = place.percent;
      keepPlace({ id, version, ...place }).then((told) => {
        if (here && hasEnded(told)) navigate(paths.zhiku(), { replace: true });
      });
    };
    // Measured in advance: during a navigation, the text is removed before its cleanup runs.
    const scroll = () => {
      moved = true;
      looking ??= setTimeout(look, LOOK_EVERY);
    };
    const hide = () => {
      if (document.visibilityState !== "hidden") return;
      look();
      tell();
    };
    look();
    const timer = setInterval(tell, REPORT_EVERY);
    window.addEventListener("scroll", scroll, { passive: true });
    document.addEventListener("visibilitychange", hide);
    return () => {
      clearInterval(timer);
      clearTimeout(looking);
      window.removeEventListener("scroll", scroll);
      document.removeEventListener("visibilitychange", hide);
      tell();
      here = false;
    };
  }, [id, last, version, textId, navigate]);

  if (!last || !offered || last.percent < WORTH_GOING_ON.from || last.percent > WORTH_GOING_ON.to) return null;
  const goOn = () => {
    setOffered(false);
    const heading = last.version === version && last.anchor ? document.getElementById(last.anchor) : null;
    const text = document.getElementById(textId);
    if (heading) heading.scrollIntoView();
    else if (text)
      window.scrollTo({ top: text.offsetTop + (text.offsetHeight * last.percent) / 100 - window.innerHeight / 2 });
    // The button goes; the next Tab continues where one reads on.
    placeFocus(heading ?? text);
  };
  return (
    <nav aria-label="上次读到的位置">
      <p className="zhiku-go-on" role="status">
        <Icon name="clock" />
        上次读到 {last.percent}%
        <button type="button" className="zhiku-go-on__button" onClick={goOn}>
          继续阅读
        </button>
      </p>
    </nav>
  );
}
