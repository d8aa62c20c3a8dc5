import { type MouseEvent, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { IconButton } from "./button";
import { isComposing } from "./is-composing";
import { useSwipe } from "./swipe";

type Props = {
  pictures: readonly { src: string; alt: string }[];
  first: number;
  onClose: () => void;
};

const ZOOMS = [1, 1.5, 2, 3, 4] as const;
const CLICKED = ZOOMS.indexOf(2);
/** Windows that a picture as wide as the window may be high; a higher one, shown whole, would be an unreadable strip. */
const WINDOWS_HIGH = 2.5;

/**
 * Shows a text's pictures one at a time above the page: whole, or long ones as wide as the window, from their top. A click
 * enlarges them. Keys: ← → to switch (fingers swipe), + − and 0 to zoom, Escape to close; what is larger than the window
 * scrolls.
 */
export function PictureViewer({ pictures, first, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const [at, setAt] = useState(first);
  const [zoom, setZoom] = useState(0);
  const [isLong, setLong] = useState(false);
  const shown = pictures[at];
  useEffect(() => dialog.current?.showModal(), []);
  useZoomedWidth(picture, ZOOMS[zoom] ?? 1);

  const go = (by: number) => {
    if (!pictures[at + by]) return;
    setAt(at + by);
    setZoom(0);
    setLong(false);
    picture.current?.parentElement?.scrollTo(0, 0);
  };
  // Over an enlarged picture, fingers scroll.
  const swipe = useSwipe((by) => zoom === 0 && go(by));
  const resize = (by: number) => setZoom(Math.min(Math.max(zoom + by, 0), ZOOMS.length - 1));
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    // With an enlarged picture, arrow keys scroll.
    if (!act || (zoom > 0 && event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    act({ go, resize: (by) => (by === 0 ? setZoom(0) : resize(by)) });
  };
  const onClick = ({ target, detail }: MouseEvent) => {
    // The second of two quick clicks would undo the first one.
    if (target === picture.current && detail < 2) setZoom(zoom === 0 ? CLICKED : 0);
    if (target instanceof Element && target.classList.contains("viewer__pane")) dialog.current?.close();
  };
  // Rendered at the end of the page, where no text styles apply.
  return createPortal(
    <dialog
      ref={dialog}
      className="viewer"
      aria-label="查看图片"
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard, too */}
      <div className="viewer__pane" tabIndex={0} {...swipe}>
        <img
          key={shown?.src}
          ref={picture}
          className="viewer__picture"
          src={shown?.src}
          alt={shown?.alt ?? ""}
          data-fallback="picture"
          data-long={isLong ? "" : undefined}
          onLoad={(event) => setLong(isStrip(event.currentTarget))}
        />
      </div>
      <div className="viewer__bar">
        {pictures.length > 1 ? (
          <>
            <IconButton icon="chevron-left" label="上一张" disabled={at === 0} onClick={() => go(-1)} />
            <span className="viewer__place numbers" aria-live="polite">
              {at + 1} / {pictures.length}
            </span>
            <IconButton
              icon="chevron-right"
              label="下一张"
              disabled={at === pictures.length - 1}
              onClick={() => go(1)}
            />
          </>
        ) : null}
        <IconButton icon="minus" label="缩小" disabled={zoom === 0} onClick={() => resize(-1)} />
        <IconButton icon="plus" label="放大" disabled={zoom === ZOOMS.length - 1} onClick={() => resize(1)} />
        <IconButton icon="close" label="关闭" onClick={() => dialog.current?.close()} />
      </div>
    </dialog>,
    document.body,
  );
}

type Acts = { go: (by: number) => void; resize: (by: number) => void };

const KEYS: Record<string, (acts: Acts) => void> = {
  ArrowLeft: ({ go }) => go(-1),
  ArrowRight: ({ go }) => go(1),
  "+": ({ resize }) => resize(1),
  "=": ({ resize }) => resize(1),
  "-": ({ resize }) => resize(-1),
  "0": ({ resize }) => resize(0),
};

/** Whether a picture is much higher than the window when it is as wide as that, or as itself. */
function isStrip({ naturalWidth, naturalHeight, parentElement }: HTMLImageElement): boolean {
  if (!parentElement) return false;
  const { clientWidth, clientHeight } = parentElement;
  const height = naturalHeight * Math.min(1, clientWidth / naturalWidth);
  return height > WINDOWS_HIGH * clientHeight;
}

/** Sets a picture's width to a multiple of the fitting one, and keeps the middle of what is in view. */
function useZoomedWidth(picture: React.RefObject<HTMLImageElement>, zoom: number): void {
  useEffect(() => {
    const element = picture.current;
    const pane = element?.parentElement;
    if (!element || !pane) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = pane;
    const widthOf = () => element.getBoundingClientRect().width;
    const before = widthOf();
    element.style.width = "";
    delete element.dataset.zoomed;
    if (zoom !== 1) {
      element.style.width = `${widthOf() * zoom}px`;
      element.dataset.zoomed = "";
    }
    const by = before > 0 ? widthOf() / before : 1;
    const kept = (start: number, size: number) => (start + size / 2) * by - size / 2;
    pane.scrollTo(kept(scrollLeft, clientWidth), kept(scrollTop, clientHeight));
  }, [picture, zoom]);
}
