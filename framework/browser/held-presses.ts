import { isTakenOver, TAKEN_OVER } from "./taken-over";

/**
 * Selector for controls that need scripts or work better with them: buttons (except those that the browser or an inline
 * script handles, `data-at-once`), pictures in texts, and elements marked `data-login` or `data-held`. Links and form
 * fields work without scripts.
 */
const WAITING = "button:not([popovertarget],[data-at-once]),[data-login],[data-held],a.picture";
/** Milliseconds after which held clicks fall back to the behaviour without scripts. */
const PATIENCE = 4_000;
const LOOK_EVERY = 50;

/**
 * Captures clicks on controls that need the framework and replays them, in order, once it has hydrated those controls.
 * If the framework does not load in time, the clicks are replayed as without scripts.
 * @param hurry is called on each held click, to start loading the framework
 * @returns a function that replays held clicks at once and stops holding further ones
 */
export function holdPresses(hurry: () => void): () => void {
  const held = new Set<HTMLElement>();
  const hold = (event: MouseEvent) => {
    const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
    const pressed = target instanceof Element ? target.closest<HTMLElement>(WAITING) : null;
    if (!pressed || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.setAttribute("aria-busy", "true");
    if (held.size === 0) setTimeout(letGo, PATIENCE);
    held.add(pressed);
    hurry();
  };
  const letGo = () => {
    removeEventListener("click", hold, true);
    for (const pressed of held) {
      held.delete(pressed);
      pressed.removeAttribute("aria-busy");
      pressed.click();
    }
  };
  const look = () => {
    if ([...held].every(isTakenOver)) letGo();
    else setTimeout(look, LOOK_EVERY);
  };
  addEventListener("click", hold, true);
  document.addEventListener(TAKEN_OVER, look, { once: true });
  return letGo;
}
