import { formOf, request } from "#app/forms/request";

/**
 * Inside WeChat, sets the title, description and picture of shared links to this page, and updates them after
 * navigations. Runs when loaded; failures are silent.
 */

/** See `zhikuWechatApi.jsSdkConfig`. */
const CONFIG = "/actions/weixin-page";
/** WeChat's own script; the content security policy allows it only inside WeChat. */
const SCRIPT = "https://res.wx.qq.com/open/js/jweixin-1.6.0.js";

type Config = { appId: string; timestamp: number; nonceStr: string; signature: string; jsApiList: string[] };
type Card = { title: string; desc: string; link: string; imgUrl: string };
type JsSdk = {
  config(config: Config & { debug: boolean }): void;
  ready(done: () => void): void;
  updateAppMessageShareData(card: Card): void;
  updateTimelineShareData(card: Omit<Card, "desc">): void;
};

/** URL of the first page: on iPhones, WeChat considers it the current one. */
const ENTRY = location.href;
let offered = "";
let signed = "";
let loading: Promise<JsSdk> | undefined;

offerChanged();
// Navigations replace the head's content, which is complete when this observer runs.
new MutationObserver(offerChanged).observe(document.head, {
  attributes: true,
  characterData: true,
  childList: true,
  subtree: true,
});

function offerChanged(): void {
  const card = cardOfPage();
  const text = JSON.stringify(card);
  if (text === offered) return;
  offered = text;
  offer(card).catch(() => {});
}

/** Tells WeChat how to present a link to this page. @throws any failure on the way */
async function offer(card: Card): Promise<void> {
  const [address = ""] = (/iPhone|iPad/.test(navigator.userAgent) ? ENTRY : location.href).split("#", 1);
  if (signed !== address) {
    const config = await request<Config>(CONFIG, { body: formOf({ url: address }) });
    loading ??= load();
    (await loading).config({ ...config, debug: false });
    signed = address;
  }
  const sdk = await loading;
  sdk?.ready(() => {
    sdk.updateAppMessageShareData(card);
    sdk.updateTimelineShareData({ title: card.title, link: card.link, imgUrl: card.imgUrl });
  });
}

function load(): Promise<JsSdk> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => resolve((window as unknown as { wx: JsSdk }).wx);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("no JS-SDK"));
    };
    document.head.append(script);
  });
}

/** Link data from the page's meta tags. */
function cardOfPage(): Card {
  const said = (selector: string): string => document.head.querySelector(selector)?.getAttribute("content") ?? "";
  return {
    title: said('meta[property="og:title"]') || document.title,
    desc: said('meta[name="description"]'),
    link: document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href,
    // The square variant of a generated card, since the wide one is unreadable as a thumbnail.
    imgUrl: said('meta[property="og:image"]').replace(/\/card\/.*\.png$/, "$&?thumb"),
  };
}
