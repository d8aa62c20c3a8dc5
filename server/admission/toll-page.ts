import { safePath } from "#app/server/urls/safe-path.server";
import { SMALL_PAGE_POLICY, smallPage, sourceOf } from "#server/reply/small-page";
import type { Challenge } from "./toll";

/** Path to which the solution of a challenge is posted. */
export const TOLL = "/toll";

/**
 * Solves the challenge and posts the solution. If that is impossible, or the toll's cookie was not stored (the page is asked
 * for again at once), the page waits as it does without scripts.
 */
const SCRIPT = `(async()=>{
const form=document.forms[0],note=document.querySelector("p"),{salt,hash,max,wait}=form.dataset,key="toll";
try{
if(!navigator.cookieEnabled||Date.now()-Number(sessionStorage.getItem(key))<2e4)throw 0;
note.textContent="正在确认这里不是批量抓取的程序，大约一秒，不用做什么。";
const encoder=new TextEncoder(),first=parseInt(hash.slice(0,8),16);
for(let from=0;from<max;from+=500){
const hashes=await Promise.all(Array.from({length:500},(_,i)=>crypto.subtle.digest("SHA-256",encoder.encode(salt+(from+i)))));
const at=hashes.findIndex(one=>new DataView(one).getUint32(0)===first);
if(at<0)continue;
sessionStorage.setItem(key,Date.now());
form.elements.number.value=from+at;
form.submit();
return
}
}catch{}
setTimeout(()=>location.reload(),wait*1000)
})()`;

/** Content security policy of the toll page: its style, its script, and a form to us. */
export const TOLL_PAGE_POLICY = `${SMALL_PAGE_POLICY.replace("form-action 'none'", "form-action 'self'")}; script-src ${sourceOf(SCRIPT)}`;

type Asked = {
  heading: string;
  /** Seconds until the page reloads by itself. */
  seconds: number;
  /** URL that was requested. */
  address: string;
};

/** A page that reloads by itself, with or without scripts; goes with `SMALL_PAGE_POLICY`. */
export function waitingPage({ heading, seconds }: Asked, { scripts = false, more = "" } = {}): string {
  const refresh = `<meta http-equiv="refresh" content="${seconds}">`;
  return smallPage({
    heading,
    head: scripts ? `<noscript>${refresh}</noscript>` : refresh,
    main: `<p>已为你排队，${seconds} 秒后自动再试，不用做什么。</p><p><a href="">现在再试</a></p>${more}`,
  });
}

/** A page that reloads by itself, and proceeds sooner in a browser that solves a challenge; goes with `TOLL_PAGE_POLICY`. */
export function tollPage(asked: Asked, { salt, hash, max }: Challenge): string {
  const to = escaped(safePath(asked.address));
  const data = `data-salt="${salt}" data-hash="${hash}" data-max="${max}" data-wait="${asked.seconds}"`;
  const form = `<form method="post" action="${TOLL}" ${data} hidden><input name="salt" value="${salt}"><input name="number"><input name="to" value="${to}"></form>`;
  return waitingPage(asked, { scripts: true, more: `${form}<script>${SCRIPT}</script>` });
}

const SIGNS: Record<string, string> = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => SIGNS[sign] ?? sign);
