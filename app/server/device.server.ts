import { isbot } from "isbot";
import { UAParser } from "ua-parser-js";

/** Device, as its user agent describes it. */
export type Device = {
  form: "mobile" | "tablet" | "desktop";
  os: "ios" | "android" | "windows" | "macos" | "other";
  crawler: boolean;
};

const KEPT = 1000;
const known = new Map<string, Known>();
type Known = { device: Device; header: string };

/** Reads a device from its user agent; see `Device`. */
export const deviceOf = (request: Request): Device => classify(request.headers.get("user-agent") ?? "").device;

/** `os=…; browser=…` for zhiku calls: ASCII, at most 64 characters, never trusted for anything. */
export const deviceHeaderOf = (request: Request): string => deviceHeaderFor(request.headers.get("user-agent") ?? "");

/** `os=…; browser=…` of a user agent; see `deviceHeaderOf`. */
export const deviceHeaderFor = (userAgent: string): string => classify(userAgent).header;

/** Whether a page is looked at within WeChat on a phone, which can pay there and then. On a computer it scans. */
export const isInWechat = (request: Request): boolean => namesWechat(request.headers.get("user-agent") ?? "");

const namesWechat = (userAgent: string): boolean =>
  /MicroMessenger/i.test(userAgent) && !/WindowsWechat|MacWechat/i.test(userAgent);

/** Whether a user agent is one of a program that reads by itself, or none. */
export const isCrawler = (userAgent: string): boolean => classify(userAgent).device.crawler;

/**
 * Variant of a page that its readers are served by their user agent: within WeChat a page has another policy. Nothing
 * else of a page that many share may depend on the device.
 */
export const pageVariantOf = (userAgent: string): "wechat" | "web" => (namesWechat(userAgent) ? "wechat" : "web");

function classify(userAgent: string): Known {
  const found = known.get(userAgent);
  if (found) return found;
  const { os, browser, device } = new UAParser(userAgent).getResult();
  // Browsers of Android tablets leave the word out, whatever the parser makes of the maker's name.
  const bigAndroid = device.type === "mobile" && /Android/.test(userAgent) && !/Mobile/i.test(userAgent);
  const form = device.type === "tablet" || bigAndroid ? "tablet" : device.type === "mobile" ? "mobile" : "desktop";
  const seen: Device = { form, os: osOf(os.name), crawler: userAgent === "" || isbot(userAgent) };
  const result: Known = {
    device: seen,
    header: `os=${ascii(os.name)}; browser=${ascii(browser.name)}`.slice(0, 64),
  };
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
