import { expect } from "@playwright/test";
import { isTakenOver, partsTakenOver } from "#tests/framework/remix-in-page";
import { COMPLAINTS, noteComplaints, SKIPPED_TRANSITION } from "./complaints";
import type { Control, Driver, Key } from "./driver";

/** The first visible element that matches, by accessible name, scrolled into view. Runs in the page. */
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
  // Drivers don't wait for smooth scrolling.
  found?.scrollIntoView({ block: "center", behavior: "instant" });
  return found;
}

/**
 * A page in some browser, as used by journeys. Every action waits until it is possible; elements are identified by a
 * selector and, if necessary, an accessible name.
 */
export class Tab {
  private readonly expected: RegExp[] = [];

  constructor(
    private readonly driver: Driver,
    private readonly origin: string,
  ) {}

  /** Opens a page, interacts with it, and waits until it is hydrated. */
  async open(path: string): Promise<void> {
    await this.visit(path);
    await this.hydrated();
  }

  /** Opens a page as a visitor without interaction. */
  async visit(path: string): Promise<void> {
    await this.look(() => document.documentElement.setAttribute("data-left", ""));
    await this.driver.open(this.origin + path);
    // The previous page, or a new tab's blank one, would receive a click.
    await this.until(() => {
      const isNext = location.protocol !== "about:" && !document.documentElement.hasAttribute("data-left");
      return isNext && document.readyState === "complete";
    });
  }

  /** Resolves when the page is hydrated. A visitor's page waits for an interaction: here a neutral key is pressed. */
  async hydrated(): Promise<void> {
    await this.press("Shift").catch(() => {});
    await this.until(isTakenOver);
    await this.until(partsTakenOver);
  }

  /** Waits until a function in the page returns true. */
  async until<A extends (string | number | null)[]>(sign: (...args: A) => boolean, ...args: A): Promise<void> {
    await expect.poll(() => this.look(sign, ...args), { message: `${sign} ${args}` }).toBe(true);
  }

  /** Evaluates in the page, which may be navigating. */
  private async look<A extends (string | number | null)[], T>(task: (...args: A) => T, ...args: A): Promise<T | null> {
    try {
      await this.driver.run(noteComplaints, COMPLAINTS, SKIPPED_TRANSITION);
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
    const press = async () => {
      const control = await this.control(css, name);
      // It was there when it was looked for, and may have moved since.
      return control.click().then(
        () => true,
        (error: Error) => {
          if (error.name === "ElementNotInteractableError") return false;
          throw error;
        },
      );
    };
    await expect.poll(press, { message: `press ${css} ${name ?? ""}` }).toBe(true);
  }

  /** Replaces a field's content, by keys. */
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

  /** Selects a file for an input, which may be hidden. */
  async choose(css: string, file: string): Promise<void> {
    const input = await this.driver.find((selector: string) => document.querySelector(selector), css);
    if (!input) throw new Error(`no ${css}`);
    await input.choose(file);
  }

  /** Waits until a visible element that matches contains this text. */
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

  /** Waits until a field has this value. */
  async holds(css: string, value: string): Promise<void> {
    await this.until(
      (selector, words) => document.querySelector<HTMLInputElement>(selector)?.value === words,
      css,
      value,
    );
  }

  /** Waits for this path, including its query. */
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

  /** Allows a browser's message about a refusal that belongs to the journey. */
  expects(complaint: RegExp): void {
    this.expected.push(complaint);
  }

  /** Complaints of this journey's pages, and of the browser. */
  async complaints(): Promise<string[]> {
    const noted = await this.driver.run((key: string) => sessionStorage.getItem(key) ?? "[]", COMPLAINTS);
    const all = [...(JSON.parse(noted) as string[]), ...this.driver.complaints()];
    return all.filter((complaint) => !this.expected.some((pattern) => pattern.test(complaint)));
  }
}
