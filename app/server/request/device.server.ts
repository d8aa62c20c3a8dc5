import { isbot } from "isbot";
import { UAParser } from "ua-parser-js";

/** Device as described by its user agent. */
export type Device = {
  form: "mobile" | "tablet" | "desktop";
  os: "ios" | "android" | "windows" | "macos" | "other";
  /** Name of the browser, or of the app that the page is opened in; `Unknown` if nothing says. ASCII. */
  browser: string;
  crawler: boolean;
};

const KEPT = 1000;
const known = new Map<string, Known>();
type Known = { device: Device; header: string };

/** Reads the device from a request's user agent. */
export const deviceOf = (request: Request): Device => classify(request.headers.get("user-agent") ?? "").device;

/** `os=…; browser=…` for zhiku calls: ASCII, at most 64 characters, informational only. */
export const deviceHeaderOf = (request: Request): string => deviceHeaderFor(request.headers.get("user-agent") ?? "");

/** `os=…; browser=…` of a user agent; see `deviceHeaderOf`. */
export const deviceHeaderFor = (userAgent: string): string => classify(userAgent).header;

/** Whether a page is opened inside WeChat on a phone, where one can pay directly. On a computer one scans a QR code. */
export const isInWechat = (request: Request): boolean => namesWechat(request.headers.get("user-agent") ?? "");

const namesWechat = (userAgent: string): boolean =>
  /MicroMessenger/i.test(userAgent) && !/WindowsWechat|MacWechat/i.test(userAgent);

/** Whether a user agent belongs to a crawler, or is missing. */
export const isCrawler = (userAgent: string): boolean => classify(userAgent).device.crawler;

/**
 * Variant of a shared page by user agent: inside WeChat a page has another content security policy. Nothing else in a
 * shared page may depend on the device.
 */
export const pageVariantOf = (userAgent: string): "wechat" | "web" => (namesWechat(userAgent) ? "wechat" : "web");

function classify(userAgent: string): Known {
  const found = known.get(userAgent);
  if (found) return found;
  const { os, browser, device } = new UAParser(userAgent).getResult();
  // Browsers on Android tablets omit "Mobile", whatever the parser concludes from the vendor.
  const bigAndroid = device.type === "mobile" && /Android/.test(userAgent) && !/Mobile/i.test(userAgent);
  const form = device.type === "tablet" || bigAndroid ? "tablet" : device.type === "mobile" ? "mobile" : "desktop";
  const seen: Device = {
    form,
    os: osOf(os.name),
    browser: ascii(browser.name),
    crawler: userAgent === "" || isbot(userAgent),
  };
  const result: Known = { device: seen, header: `os=${ascii(os.name)}; browser=${seen.browser}`.slice(0, 64) };
  if (known.size >= KEPT) known.clear();
  if (userAgent.length <= 500) known.set(userAgent, result);
  return result;
}

function osOf(name: string | undefined): Device["os"] {
  if (name === "iOS") return "ios";
  if (name === "Android" || name === "HarmonyOS" || name === "OpenHarmony") return "android";
  if (name === "Windows") return "windows";
  if (name === "Mac OS") return "macos";
  return "other";
}

const ascii = (text: string | undefined) => (text ?? "").replace(/[^\x21-\x7e ]/g, "").slice(0, 24) || "Unknown";
