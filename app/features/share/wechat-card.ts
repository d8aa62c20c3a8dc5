import { formOf, request } from "#app/forms/request";

/**
 * Inside WeChat, gives what is passed on to friends this page's title, words and picture, and the next page's when
 * somebody goes on. Begins when it is loaded; whatever goes wrong, nobody is told.
 */

/** See `zhikuWechatApi.jsSdkConfig`. */
const CONFIG = "/actions/weixin-page";
/** WeChat's own script; the policy allows it inside WeChat alone. */
const SCRIPT = "https://res.wx.qq.com/open/js/jweixin-1.6.0.js";

type Config = { appId: string; timestamp: number; nonceStr: string; signature: string; jsApiList: string[] };
type Card = { title: string; desc: string; link: string; imgUrl: string };
type JsSdk = {
  config(config: Config & { debug: boolean }): void;
  ready(done: () => void): void;
  updateAppMessageShareData(card: Card): void;
  updateTimelineShareData(card: Omit<Card, "desc">): void;
};

/** The page that was opened first: on iPhones WeChat goes on believing to be there. */
const ENTRY = location.href;
let offered = "";
let signed = "";
let loading: Promise<JsSdk> | undefined;

offerChanged();
// Going on changes the head of the page: in whatever way, when this hears of it, it is whole.
new MutationObserver(offerChanged).observe(document.head, {
  ...{ attributes: true, characterData: true, childList: true, subtree: true },
});

function offerChanged(): void {
  const card = cardOfPage();
  const text = JSON.stringify(card);
  if (text === offered) return;
  offered = text;
  offer(card).catch(() => {});
}

/** Tells WeChat what a link to this page looks like. @throws whatever went wrong on the way */
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

/** Card that the head of the page describes, for search engines as for friends. */
function cardOfPage(): Card {
  const said = (selector: string): string => document.head.querySelector(selector)?.getAttribute("content") ?? "";
  return {
    title: said('meta[property="og:title"]') || document.title,
    desc: said('meta[name="description"]'),
    link: document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href,
    // Of a drawn card the square one: beside a title nothing else can be read.
    imgUrl: said('meta[property="og:image"]').replace(/\/card\/.*\.png$/, "$&?thumb"),
  };
}
