import { REACT_DOM } from "./packages.mjs";

/**
 * Names an attribute that tells elements of one kind apart. React's own of a component; `class` is compared by word,
 * because others add words to it.
 */
const TELLING = ["id", "name", "href"];

/**
 * Inserted into React: the node that the server sent for a component, past nodes that others have put before it. A
 * text that a translator has wrapped comes back. Where none fits, the first node is returned, as without this.
 */
const OURS = `
function oursFrom(fiber, first) {
  var node = first, type = fiber.type, props = fiber.pendingProps;
  if (fiber.tag === 5) {
    var words = (props.className || "").split(" ");
    for (; node; node = Lf(node.nextSibling)) {
      if (node.nodeType !== 1 || node.nodeName.toLowerCase() !== type.toLowerCase()) continue;
      var has = (node.getAttribute("class") || "").split(" ");
      if (!(props.className ? words.every(function (word) { return has.includes(word); }) : has.join("") === "")) continue;
      if (${JSON.stringify(TELLING)}.every(function (name) {
        return (props[name] == null ? null : "" + props[name]) === node.getAttribute(name);
      })) break;
    }
  } else if (fiber.tag === 6) {
    for (; node && node.nodeType !== 3; node = Lf(node.nextSibling)) {
      if (node.nodeName !== "FONT") continue;
      var text = node.ownerDocument.createTextNode(props);
      node.replaceWith(text);
      node = text;
      break;
    }
  } else if (fiber.tag === 13) {
    for (; node && node.nodeType !== 8; ) node = Lf(node.nextSibling);
  }
  if (node && node !== first) foreign(first);
  return node || first;
}
function foreign(node) {
  if (!foreign.told) console.warn("changed by something other than this site:", node);
  foreign.told = true;
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
    why: "Extensions (password managers, spelling, dark modes, translators) put elements into pages and change texts before React takes them over. React 18 then throws the whole document away and makes it anew: what was typed is gone, the focus, the chosen theme, and the page flashes. It shall pass over what it does not know, make anew only what somebody took away, and write texts as they should be. It says so in the console, which fails our browser tests: there nobody but us puts anything into a page.",
    needless: "React 19 passes over foreign elements in head and body, but not within, nor texts that were changed.",
    edits: [
      { find: "if(I){var b=yg;if(b){", replace: "if(I){var b=yg&&oursFrom(a,yg);if(b){", times: 1 },
      {
        find: "if(!Cg(a,b)){if(Dg(a))throw Error(p(418));b=Lf(c.nextSibling);var d=xg;b&&Cg(a,b)?Ag(d,c):(a.flags=a.flags&-4097|2,I=!1,xg=a)}}else{if(Dg(a))throw Error(p(418));",
        replace: "if(!Cg(a,b)){foreign(c);a.flags=a.flags&-4097|2;I=!1;xg=a}}else{foreign(xg.stateNode);",
        times: 1,
      },
      {
        find: "if(b&&(b=yg)){if(Dg(a))throw Hg(),Error(p(418));for(;b;)Ag(a,b),b=Lf(b.nextSibling)}",
        replace: "b&&yg&&foreign(yg);",
        times: 1,
      },
      { find: "throw Error(p(425));", replace: "foreign(a);", times: 1 },
    ],
    add: OURS,
  },
];
