import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { useContext } from "react";

/** Ids of the console's routes, which have a list of routes of their own: see trim-manifest.mjs. */
const STAFF = /^routes\/admin\//;
const staffManifestOf = (url: string): string => url.replace(/manifest-\w+\.js$/, "staff-$&");

/**
 * Output of Remix's `<Scripts>`, as two scripts for the page: the first hands over what the server knows, the
 * second begins late (see below). In the browser both are a blank, so that it need not load what only the server writes.
 * @returns null when nothing is to be written
 */
export function useLateStart(): { context: string; start: string } | null {
  const remix = useContext(RemixContext);
  const matches = useMatches();
  if (!remix) return null;
  const { manifest, serverHandoffString, renderMeta } = remix as typeof remix & {
    renderMeta?: { didRenderScripts?: boolean };
  };
  // Lets the server know that it should write out the loaders' data: see whole-page.ts.
  if (renderMeta) renderMeta.didRenderScripts = true;
  const modules = matches.map(({ id }) => [id, manifest.routes[id]?.module] as const);
  // A constant of the build.
  if (!import.meta.env.SSR) return { context: " ", start: " " };
  return {
    context: `window.__remixContext = ${serverHandoffString};window.__remixContext.stream = new ReadableStream({start(c){window.__remixContext.streamController = c;}}).pipeThrough(new TextEncoderStream());`,
    start: startScript({
      hmr: manifest.hmr?.runtime,
      manifest: matches.some(({ id }) => STAFF.test(id)) ? staffManifestOf(manifest.url) : manifest.url,
      entry: manifest.entry.module,
      modules: Object.fromEntries(modules),
    }),
  };
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
