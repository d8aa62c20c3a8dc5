import { expect } from "@playwright/test";
import { isTakenOver } from "#tests/framework/remix-in-page";
import { COMPLAINTS, noteComplaints } from "./complaints";
import type { Control, Driver, Key } from "./driver";

/** The first visible element of this kind, by one of the names that it has to people, in view. Runs in the page. */
function visible(css: string, name: string | null): Element | null {
  const plain = (text: string | null | undefined) => text?.replace(/\s+/g, " ").trim();
  const namesOf = (element: Element) => [
    element.getAttribute("aria-label"),
    ...[...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent),
    element.textContent,
  ];
  const fits = (element: Element) =>
    element.checkVisibility() && (name === null || namesOf(element).some((each) => plain(each) === name));
  const found = [...document.querySelectorAll(css)].find(fits) ?? null;
  // Drivers don't wait for a page that scrolls smoothly.
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
}

/**
 * A page in some browser, as journeys use it. Everything waits until it can be done; an element is meant by a selector
 * and, where that is not enough, by the name that people know it by.
 */
export class Tab {
  private readonly expected: RegExp[] = [];

  constructor(
    private readonly driver: Driver,
    private readonly origin: string,
  ) {}

  /** Opens a page, touches it, and waits until React has it. */
  async open(path: string): Promise<void> {
    await this.visit(path);
    await this.hydrated();
  }

  /** Opens a page as a visitor who has not touched it yet. */
  async visit(path: string): Promise<void> {
    await this.look(() => document.documentElement.setAttribute("data-left", ""));
    await this.driver.open(this.origin + path);
    // The page before would take a press along.
    await this.until(() => !document.documentElement.hasAttribute("data-left"));
  }

  /** Resolves when React has the page. A visitor's waits for a hand: this one presses a key that does nothing. */
  async hydrated(): Promise<void> {
    await this.press("Shift").catch(() => {});
    await this.until(isTakenOver);
    // What only members can do has a script of its own; until then a press is sent as without scripts.
    await this.until(() =>
      [...document.forms].every((form) => Object.keys(form).some((key) => key.startsWith("__react"))),
    );
  }

  /** Waits until a function that runs in the page says so. */
  async until<A extends (string | number | null)[]>(sign: (...args: A) => boolean, ...args: A): Promise<void> {
    await expect.poll(() => this.look(sign, ...args), { message: `${sign} ${args}` }).toBe(true);
  }

  /** Asks the page, which may just be going. */
  private async look<A extends (string | number | null)[], T>(task: (...args: A) => T, ...args: A): Promise<T | null> {
    try {
      await this.driver.run(noteComplaints, COMPLAINTS);
      return await this.driver.run(task, ...args);
    } catch {
      return null;
    }
  }

  /** Runs a function in the page. */
  run<T>(task: () => T): Promise<Awaited<T>> {
    return this.driver.run(task);
  }

  private async control(css: string, name: string | null = null): Promise<Control> {
    let control: Control | null = null;
    const find = async () => {
      control = await this.driver.find(visible, css, name).catch(() => null);
      return control !== null;
    };
    await expect.poll(find, { message: `${css} ${name ?? ""}` }).toBe(true);
    return control as unknown as Control;
  }

  async click(css: string, name?: string): Promise<void> {
    await (await this.control(css, name)).click();
  }

  /** Replaces what is in a field, by keys. */
  async fill(css: string, text: string, name?: string): Promise<void> {
    await this.click(css, name);
    await this.driver.run(() => (document.activeElement as HTMLInputElement).select());
    await this.driver.type(text);
  }

  type(text: string): Promise<void> {
    return this.driver.type(text);
  }

  press(key: Key): Promise<void> {
    return this.driver.press(key);
  }

  compose(candidate: string, text: string): Promise<void> {
    return this.driver.compose(candidate, text);
  }

  /** Chooses a file for an input, which nobody has to see. */
  async choose(css: string, file: string): Promise<void> {
    const input = await this.driver.find((selector: string) => document.querySelector(selector), css);
    if (!input) throw new Error(`no ${css}`);
    await input.choose(file);
  }

  /** Waits until a visible element of this kind has this in it. */
  async sees(css: string, text = ""): Promise<void> {
    await this.until(
      (selector, words) =>
        [...document.querySelectorAll(selector)].some(
          (element) => element.checkVisibility() && (element.textContent ?? "").includes(words),
        ),
      css,
      text,
    );
  }

  /** Waits until a field holds this. */
  async holds(css: string, value: string): Promise<void> {
    await this.until(
      (selector, words) => document.querySelector<HTMLInputElement>(selector)?.value === words,
      css,
      value,
    );
  }

  /** Waits until the address is this one, with its query. */
  async isAt(path: string): Promise<void> {
    await this.until((wanted) => location.pathname + location.search === wanted, path);
  }

  resize(width: number, height: number): Promise<void> {
    return this.driver.resize(width, height);
  }

  logIn({ token }: { token: string }): Promise<void> {
    return this.driver.setCookie("token", token, this.origin);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.driver.screenshot(), "base64");
  }

  /** What the browser says of a refusal that belongs to the journey is no complaint. */
  expects(complaint: RegExp): void {
    this.expected.push(complaint);
  }

  /** What the pages of this journey complained about, and the browser. */
  async complaints(): Promise<string[]> {
    const noted = await this.driver.run((key: string) => sessionStorage.getItem(key) ?? "[]", COMPLAINTS);
    const all = [...(JSON.parse(noted) as string[]), ...this.driver.complaints()];
    return all.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)));
  }
}
