import type { Faults } from "#upstream/services/external/faults";
import { FetchRefused, type GuardedFetch } from "#upstream/services/external/guarded-fetch";

const HOST = "wechat-pictures.fake.invalid";
const PATH = /^\/mmopen\/vi_32\/([\w-]+)\/(0|46|64|96|132)$/;
/** Side in pixels for which WeChat writes 0. */
const WHOLE = 640;

/** URL of a profile picture, as WeChat returns it: a square of 132 pixels; other sizes have another last number. */
export const fakePictureUrl = (openid: string): string => `https://${HOST}/mmopen/vi_32/${openid}/132`;

/**
 * Wraps a guarded fetch: serves the profile pictures of fake people, and passes other URLs on, so the local network
 * stays blocked.
 */
export function withFakePictures(real: GuardedFetch, faults: Faults): GuardedFetch {
  return async (url, wanted) => {
    if (!URL.canParse(url) || new URL(url).host !== HOST) return real(url, wanted);
    const fault = faults.current();
    if (fault?.kind === "garbage") return { bytes: Buffer.from("<html>"), contentType: "image/jpeg", url };
    if (fault) throw new FetchRefused(fault.kind === "delay" ? "等得太久" : "连不上");
    const [, openid, side] = PATH.exec(new URL(url).pathname) ?? [];
    if (openid === undefined) throw new FetchRefused("对方回答 404");
    return { bytes: await draw(openid, Number(side) || WHOLE), contentType: "image/jpeg", url };
  };
}

/** Draws a hill and a sun in colours derived from the openid. */
async function draw(openid: string, side: number): Promise<Buffer> {
  const { default: sharp } = await import("sharp");
  const hue = [...openid].reduce((sum, letter) => sum + letter.charCodeAt(0) * 47, 0) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${side}" height="${side}">
<rect width="64" height="64" fill="hsl(${hue},55%,80%)"/><circle cx="42" cy="22" r="9" fill="hsl(${(hue + 40) % 360},85%,62%)"/>
<path d="M0 50 20 28l14 14 10-8 20 18v12H0z" fill="hsl(${hue},45%,38%)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 86 }).toBuffer();
}
