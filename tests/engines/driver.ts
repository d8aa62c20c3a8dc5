/** A value that can be passed to a page and back. */
export type Told = string | number | boolean | null;

export type Key = "Enter" | "Escape" | "Tab" | "Shift";

/** An element of the page, used like a person would. */
export type Control = {
  click: () => Promise<void>;
  /** Selects this file. */
  choose: (file: string) => Promise<void>;
};

/** A browser with one page and its own cookies. */
export type Driver = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs a function in the page, which may only use its arguments. */
  run: <A extends Told[], T>(task: (...args: A) => T, ...args: A) => Promise<Awaited<T>>;
  /** The element that a function returns in the page. */
  find: <A extends Told[]>(look: (...args: A) => Element | null, ...args: A) => Promise<Control | null>;
  /** Presses keys one after the other; they go to the focused element. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /**
   * An input method that shows candidates, whose Enter selects one, and that then inserts the text: a real one if the
   * browser supports it, else equivalent events.
   */
  compose: (candidate: string, text: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  setCookie: (name: string, value: string, url: string) => Promise<void>;
  /** Complaints of the browser itself, besides those recorded in the page. */
  complaints: () => string[];
  /** A PNG in base64. */
  screenshot: () => Promise<string>;
  close: () => Promise<void>;
};

/** Source text of a call to run in a page. */
export const callOf = <A extends Told[]>(task: (...args: A) => unknown, args: A): string =>
  `(${task}).apply(null, ${JSON.stringify(args)})`;

/** Runs in the page: simulates an input method's events if a real one is not available. */
export function composeByEvents(candidate: string, text: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) throw new Error("no field");
  const composition = (type: string, data: string) =>
    field.dispatchEvent(new CompositionEvent(type, { bubbles: true, data }));
  const taken = (key: string, isComposing: boolean) =>
    field.dispatchEvent(
      new KeyboardEvent("keydown", { bubbles: true, cancelable: true, key, code: key, keyCode: 229, isComposing }),
    );
  composition("compositionstart", "");
  taken("Process", true);
  composition("compositionupdate", candidate);
  for (const key of ["Enter", "Escape", "Tab"]) taken(key, true);
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertCompositionText" }));
  composition("compositionend", text);
  // Safari ends the composition before it reports the Enter that ended it.
  taken("Enter", false);
}
