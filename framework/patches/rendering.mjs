import { REACT_DOM } from "./packages.mjs";

// In React's minified code `w` appends an attribute to the chunks `a`, and `u` escapes a text.
const ATTRIBUTES = `
const attributeOpenings = new Map();
/** What React writes before the string that is an attribute's value; "" if it treats the value in another way. */
function attributeOpening(name) {
  let opening = attributeOpenings.get(name);
  if (opening === undefined) {
    const chunks = [];
    pushAttribute(chunks, null, name, "x");
    const text = chunks.join("");
    attributeOpenings.set(name, (opening = text.endsWith('="x"') ? text.slice(0, -2) : ""));
  }
  return opening;
}
function w(a, b, name, value) {
  const opening = typeof value === "string" ? attributeOpening(name) : "";
  if (opening) a.push(opening + u(value) + '"');
  else pushAttribute(a, b, name, value);
}
`;

// `Ib` renders an element of a type with props into the segment of a task.
const KEPT_PARTS = `
const KEPT_PARTS_MAX = 300;
/** Renders a part (kept-part.ts) once for the same props, and then writes out the same HTML. */
function renderKeptPart(request, task, part, props, ref) {
  const segment = task.blockedSegment;
  const key = JSON.stringify(props);
  const kept = part.kept.get(key);
  if (kept !== undefined) {
    segment.chunks.push(kept);
    segment.lastPushedText = false;
    return;
  }
  const from = segment.chunks.length;
  const inside = segment.children.length;
  Ib(request, task, part.type, props, ref);
  const html = segment.chunks.slice(from).join("");
  const whole = segment.children.length === inside && /^<[a-z]/.test(html) && html.endsWith(">");
  // An id made by useId depends on the place within the page.
  if (!whole || html.includes('":R')) return;
  if (part.kept.size >= KEPT_PARTS_MAX) part.kept.clear();
  part.kept.set(key, html);
}
`;

const CLOSING_TAGS = `
const closingTags = new Map();
function closingTag(name) {
  let tag = closingTags.get(name);
  if (tag === undefined) closingTags.set(name, (tag = "</" + name + ">"));
  return tag;
}
`;

/** Rendering in fewer and larger pieces, on the server. @type {import("../patches.mjs").Patch[]} */
export const RENDERING = [
  {
    ...REACT_DOM,
    name: "attributes-in-one-piece",
    file: "cjs/react-dom-server-legacy.node.production.min.js",
    where: ["server"],
    purpose: "speed",
    why: "React looks up each attribute in two tables and appends it in five pieces, of which a page then consists of fifteen thousand.",
    obsoleteWhen: "Not with React 19, which does the same; measure before porting the patch.",
    edits: [
      { find: "function w(a,b,c,d){switch(c){", replace: "function pushAttribute(a,b,c,d){switch(c){", times: 1 },
    ],
    add: ATTRIBUTES,
  },
  {
    ...REACT_DOM,
    name: "closing-tags-in-one-piece",
    file: "cjs/react-dom-server-legacy.node.production.min.js",
    where: ["server"],
    purpose: "speed",
    why: "React appends a closing tag in three pieces, which are joined one by one.",
    obsoleteWhen: "With React 19, which keeps closing tags.",
    edits: [{ find: 'f.chunks.push("</",c,">")', replace: "f.chunks.push(closingTag(c))", times: 1 }],
    add: CLOSING_TAGS,
  },
  {
    ...REACT_DOM,
    name: "kept-parts",
    file: "cjs/react-dom-server-legacy.node.production.min.js",
    where: ["server"],
    purpose: "speed",
    why: "A quarter of a page's elements, and each of its icons, are the same on other pages, and React renders them again for each.",
    obsoleteWhen: "Not with React 19, which has nothing like it; its renderer needs another patch.",
    edits: [
      {
        find: "case Sa:c=c.type;d=Hb(c,d);",
        replace: "case Sa:if(c.kept){renderKeptPart(a,b,c,d,f);return}c=c.type;d=Hb(c,d);",
        times: 1,
      },
    ],
    add: KEPT_PARTS,
  },
];
