import { IDEMPOTENCY_KEY } from "#app/forms/idempotency-key";
import { setInput } from "#app/forms/set-input";
import { pageRouter } from "#framework/browser/page-router";

const DAY = 24 * 60 * 60 * 1000;
const KEPT_FOR = 7 * DAY;
/**
 * Kept in localStorage, which a browser clears on logout (`FORGET_ALL`), whereas it may keep sessionStorage. Form input
 * stored under another mark, in whatever tab, is therefore from before a logout and discarded.
 */
const MARK = "unsent-mark";

type Kept = {
  /** Milliseconds since 1970. */
  savedAt: number;
  mark: string;
  /** Values by field name; for choices, the chosen ones. */
  fields: Record<string, string[]>;
  /** Idempotency key of the last submission, if any, so that resubmitting the same input counts once. */
  idempotencyKey: string | undefined;
};

/** Handle of a form whose input is kept in its tab. */
export type KeptForm = {
  /** Set if input was restored, with the idempotency key to submit it under. */
  restored: Pick<Kept, "idempotencyKey"> | null;
  /** Resets the form to what the server rendered, and moves the focus to its first field. */
  reset: () => void;
  /** The form was saved in place: the fields get what is stored now as their default values. */
  saved: () => void;
  /** Deletes the kept input of a form that led to its own page again, unless that shows errors. Returns whether it did. */
  settle: () => boolean;
  /** @param sent whether the form was sent and navigates; the kept input is deleted once it has led to a page */
  stop: (sent: boolean) => void;
};

/**
 * Restores input that was typed into a form and not sent, and keeps further input in this tab. Fields changed since the
 * page was rendered stay as they are. Passwords, codes, captchas, files and hidden fields are never kept.
 * @param user the writer's id; 0 for an anonymous reader
 * @param keys the key to keep the input under, and others whose input this form takes over
 */
export function keepUnsent(
  form: HTMLFormElement,
  user: number,
  [key, ...others]: readonly [string, ...string[]],
): KeptForm {
  const { pathname } = location;
  /** Default values from before the form was first sent: a refusal makes what was sent the default, though still unsent. */
  const stored = new Map<string, string | boolean | undefined>();
  const remember = () => {
    if (stored.size > 0) return;
    // Fields that share a name can't be told apart once they are rendered anew.
    for (const field of fieldsOf(form)) stored.set(idOf(field), stored.has(idOf(field)) ? undefined : defaultOf(field));
  };
  const storedOf = (field: Field) => stored.get(idOf(field)) ?? defaultOf(field);
  const isChanged = (field: Field) => inputOf(field) !== storedOf(field);
  const found = [key, ...others].map(read).find((kept) => kept !== null);
  const changed = found ? fill(form, found.fields, isChanged) : false;
  for (const other of others) attempt(() => sessionStorage.removeItem(other), undefined);
  const save = () => attempt(() => write(form, key, isChanged), undefined);
  save();
  form.addEventListener("input", save);
  form.addEventListener("submit", remember);
  return {
    restored: changed && found ? { idempotencyKey: found.idempotencyKey } : null,
    reset: () => {
      for (const field of fieldsOf(form)) setInput(field, storedOf(field));
      fieldsOf(form)[0]?.focus();
    },
    saved: () => stored.clear(),
    settle() {
      const done = arrived(user, pathname) && !pageRouter().state.actionData;
      if (!done) return false;
      attempt(() => sessionStorage.removeItem(key), undefined);
      // React gives the other fields what is stored now as their default value, but not a selection.
      for (const { options } of form.querySelectorAll("select")) {
        for (const option of options) option.defaultSelected = option.selected;
      }
      return true;
    },
    stop(sent) {
      form.removeEventListener("input", save);
      form.removeEventListener("submit", remember);
      if (sent && arrived(user, pathname)) attempt(() => sessionStorage.removeItem(key), undefined);
    },
  };
}

/**
 * Whether the page that a form navigated to has loaded: neither an error page nor the one shown when a login has ended.
 */
function arrived(user: number, from: string): boolean {
  const { errors, loaderData, location } = pageRouter().state;
  const samePerson = (loaderData.root?.viewer?.userId ?? 0) === user;
  return !errors && (samePerson || location.pathname === from);
}

/** Storage throws if it is disabled or full. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

function write(form: HTMLFormElement, key: string, isChanged: (field: Field) => boolean): void {
  const fields: Kept["fields"] = {};
  for (const field of fieldsOf(form)) {
    if (isChoice(field)) {
      const group = fieldsOf(form).filter((other): other is HTMLInputElement => other.name === field.name);
      if (group.some(isChanged)) fields[field.name] = group.filter(({ checked }) => checked).map(({ value }) => value);
    } else if (isChanged(field)) fields[field.name] = [field.value];
  }
  if (Object.keys(fields).length === 0) {
    sessionStorage.removeItem(key);
    return;
  }
  const mark = localStorage.getItem(MARK) ?? String(Math.random());
  localStorage.setItem(MARK, mark);
  const sentUnder = form.elements.namedItem(IDEMPOTENCY_KEY);
  const idempotencyKey = sentUnder instanceof HTMLInputElement ? sentUnder.value : undefined;
  sessionStorage.setItem(key, JSON.stringify({ savedAt: Date.now(), mark, fields, idempotencyKey } satisfies Kept));
}

function read(key: string): Kept | null {
  return attempt(() => {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    if (kept && kept.mark === localStorage.getItem(MARK) && Date.now() - kept.savedAt < KEPT_FOR) return kept;
    sessionStorage.removeItem(key);
    return null;
  }, null);
}

/** Fills in kept values. Returns whether anything changed. */
function fill(form: HTMLFormElement, kept: Kept["fields"], isChanged: (field: Field) => boolean): boolean {
  let changed = false;
  for (const field of fieldsOf(form)) {
    const values = kept[field.name];
    if (!values || isChanged(field)) continue;
    const value = isChoice(field) ? values.includes(field.value) : (values[0] ?? "");
    changed = setInput(field, value) || changed;
  }
  return changed;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const KEPT_TYPES = new Set(["text", "search", "email", "url", "tel", "number", "date", "time", "checkbox", "radio"]);
const SECRET = /one-time-code|password/;

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter((field): field is Field => {
    if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.name !== "";
    if (!(field instanceof HTMLInputElement) || field.name === "" || !KEPT_TYPES.has(field.type)) return false;
    return !SECRET.test(field.autocomplete) && !field.closest(".captcha");
  });
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";

function defaultOf(field: Field): string | boolean {
  if (!(field instanceof HTMLSelectElement)) {
    return isChoice(field) ? field.defaultChecked : field.defaultValue;
  }
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
}

const inputOf = (field: Field): string | boolean => (isChoice(field) ? field.checked : field.value);

/** Identifies a field within its form, even if it was rendered anew. */
const idOf = (field: Field): string => (isChoice(field) ? `${field.name}=${field.value}` : field.name);
