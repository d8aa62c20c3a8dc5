import { REACT_DOM } from "./packages.mjs";

/**
 * Inserted into React: finds the node that the server sent for a component, skipping nodes that others have inserted
 * before it. Others may add classes to elements, so only our first class is compared. A text wrapped by a translator is
 * restored. If no node matches, the first one is returned, as without this patch.
 */
const OURS = `
function oursFrom({ tag, type, pendingProps: props }, first) {
  const isOurs = (node) =>
    tag === 6 ? node.nodeType === 3
    : tag === 13 ? node.nodeType === 8
    : node.localName === type &&
      (props.className ? node.classList.contains(props.className.split(" ")[0]) : !node.classList.length) &&
      ["id", "name", "href"].every((name) => props[name] == node.getAttribute(name));
  for (let node = first; node; node = Lf(node.nextSibling)) {
    if (tag === 6 && node.nodeName === "FONT") {
      const text = new Text(props);
      node.replaceWith(text);
      return text;
    }
    if (!isOurs(node)) continue;
    if (node !== first) foreign();
    return node;
  }
  return first;
}
function foreign() {
  console.warn("changed by others");
  foreign = () => {};
}
`;

/** @type {import("../patches.mjs").Patch[]} */
export const TOLERANCE = [
  {
    ...REACT_DOM,
    name: "hydrate-among-foreign-nodes",
    file: "cjs/react-dom.production.min.js",
    where: ["browser"],
    purpose: "tolerance",
    why: "Browser extensions (password managers, spell checkers, dark modes, translators) insert elements and change texts before React hydrates the page. React 18 then discards the whole document and renders it again: typed text, focus and theme are lost, and the page flashes. With this patch React skips elements that it does not know, re-renders only what was removed, and restores changed texts. It logs that to the console, which fails our browser tests: there nothing but our code changes a page.",
    obsoleteWhen:
      "Not with React 19, which skips foreign elements directly in head and body only, and does not restore texts.",
    edits: [
      { find: "if(I){var b=yg;if(b){", replace: "if(I){var b=yg&&oursFrom(a,yg);if(b){", times: 1 },
      {
        find: "if(!Cg(a,b)){if(Dg(a))throw Error(p(418));b=Lf(c.nextSibling);var d=xg;b&&Cg(a,b)?Ag(d,c):(a.flags=a.flags&-4097|2,I=!1,xg=a)}}else{if(Dg(a))throw Error(p(418));",
        replace: "if(!Cg(a,b)){foreign();a.flags=a.flags&-4097|2;I=!1;xg=a}}else{foreign();",
        times: 1,
      },
      {
        find: "if(b&&(b=yg)){if(Dg(a))throw Hg(),Error(p(418));for(;b;)Ag(a,b),b=Lf(b.nextSibling)}",
        replace: "b&&yg&&foreign();",
        times: 1,
      },
      {
        find: "if(I&&null!==yg&&0!==(b.mode&1)&&0===(b.flags&128))Hg(),Ig(),b.flags|=98560,f=!1;else if(f=Gg(b),",
        replace: "if(f=Gg(b),",
        times: 1,
      },
      { find: "throw Error(p(425));", replace: "foreign();", times: 1 },
    ],
    add: OURS,
  },
];
