import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { useContext, useEffect, useState } from "react";
import { NonceContext } from "./nonce";

/**
 * `<Scripts>` of Remix, but late: the framework is fetched when the page has loaded and the browser is idle,
 * or at the first touch of a key, pointer or field, so that a reader's first paint waits for nothing but HTML
 * and CSS. Until then links and forms work as plain HTML, and they go on to when a script can't be had: a reload
 * would gain the reader nothing, and the next page is loaded from the server anyway.
 */
export function LateScripts() {
  const nonce = useContext(NonceContext);
  const remix = useContext(RemixContext);
  const matches = useMatches();
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  if (!remix || hydrated) return null;
  const { manifest, serverHandoffString, renderMeta } = remix as typeof remix & {
    renderMeta?: { didRenderScripts?: boolean };
  };
  // Lets RemixServer know that it should write out the loaders' data.
  if (renderMeta) renderMeta.didRenderScripts = true;
  // A constant of the build, so that the browser does not load what only the server writes.
  const server = import.meta.env.SSR;
  const modules = matches.map(({ id }) => [id, manifest.routes[id]?.module] as const);
  const context = server
    ? `window.__remixContext = ${serverHandoffString};window.__remixContext.stream = new ReadableStream({start(c){window.__remixContext.streamController = c;}}).pipeThrough(new TextEncoderStream());`
    : " ";
  const start = server
    ? startScript({
        hmr: manifest.hmr?.runtime,
        manifest: manifest.url,
        entry: manifest.entry.module,
        modules: Object.fromEntries(modules),
      })
    : " ";
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of ours, with nothing of a user in it */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
    </>
  );
}

type Start = { hmr: string | undefined; manifest: string; entry: string; modules: Record<string, string | undefined> };

/** Plain JavaScript for the page itself; nothing in it comes from a user. */
function startScript(start: Start): string {
  return `(function(s){
var events=["pointerdown","keydown","touchstart","focusin"],begun=false;
function begin(){
if(begun)return;begun=true;
events.forEach(function(e){removeEventListener(e,begin,true)});
var ids=Object.keys(s.modules);
(s.hmr?import(s.hmr):Promise.resolve())
.then(function(){return Promise.all([import(s.manifest)].concat(ids.map(function(i){return import(s.modules[i])})))})
.then(function(m){window.__remixRouteModules={};ids.forEach(function(i,n){window.__remixRouteModules[i]=m[n+1]});return import(s.entry)})
.catch(function(e){console.warn("Page scripts failed to load",e)});
}
events.forEach(function(e){addEventListener(e,begin,{capture:true,passive:true})});
function idle(){window.requestIdleCallback?requestIdleCallback(begin,{timeout:3000}):setTimeout(begin,200)}
document.readyState==="complete"?idle():addEventListener("load",idle,{once:true});
})(${JSON.stringify(start)})`;
}
