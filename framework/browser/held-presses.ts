import { isTakenOver, TAKEN_OVER } from "./taken-over";

/**
 * Controls that need scripts, or do better with them: buttons, but for those that the browser or a script in the page itself
 * answers (`data-at-once`), pictures of texts, and what is marked. A link leads on by itself, and fields take what is typed.
 */
const WAITING = "button:not([popovertarget],[data-at-once]),[data-login],[data-held],a.picture";
/** Milliseconds. Whoever has waited so long gets what there is without scripts. */
const PATIENCE = 4_000;
const LOOK_EVERY = 50;

/**
 * Holds presses on what the framework answers until it can, and then makes them, in turn. When it does not come, they are
 * made as without scripts.
 * @param hurry is called with the first
 * @returns lets go of them at once; nothing is held from then on
 */
export function holdPresses(hurry: () => void): () => void {
  const held = new Set<HTMLElement>();
  const hold = (event: MouseEvent) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
    const pressed = target instanceof Element ? target.closest<HTMLElement>(WAITING) : null;
    if (!pressed || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
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
