/** Something that can be told over to a page and back. */
export type Told = string | number | boolean | null;

export type Key = "Enter" | "Escape" | "Tab" | "Shift";

/** An element of the page, as a hand would use it. */
export type Control = {
  click: () => Promise<void>;
  /** Chooses this file. */
  choose: (file: string) => Promise<void>;
};

/** A browser with one page and cookies of its own. */
export type Driver = {
  /** Resolves when the page has loaded. */
  open: (url: string) => Promise<void>;
  /** Runs in the page a function that knows nothing but its arguments. */
  run: <A extends Told[], T>(task: (...args: A) => T, ...args: A) => Promise<Awaited<T>>;
  /** What a function that runs in the page finds there. */
  find: <A extends Told[]>(look: (...args: A) => Element | null, ...args: A) => Promise<Control | null>;
  /** Keys, as they are pressed one after the other; they go where the focus is. */
  type: (text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /**
   * An input method that shows candidates, whose Enter picks one, and that then gives the text: a real one where
   * the browser lets us, else the events that there would be.
   */
  compose: (candidate: string, text: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  setCookie: (name: string, value: string, url: string) => Promise<void>;
  /** What the browser itself complained about, besides what the page noted. */
  complaints: () => string[];
  /** A PNG in base64. */
  screenshot: () => Promise<string>;
  close: () => Promise<void>;
};

/** What to run in a page, as text. */
export const callOf = <A extends Told[]>(task: (...args: A) => unknown, args: A): string =>
  `(${task}).apply(null, ${JSON.stringify(args)})`;

/** Runs in the page: what an input method's keys look like to it when nothing real can be made of them. */
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
  // Safari ends the composition before it tells of the Enter that ended it.
  taken("Enter", false);
}
