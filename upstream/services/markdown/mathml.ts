type Temml = typeof import("temml");

/** Characters of TeX in one formula. */
export const FORMULA_MAX = 2_000;
/** Commands that make others: with them a short formula can be as long as one likes. */
const DEFINES =
  /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:re)?newenvironment|let|futurelet|global|long)(?![a-z])/i;

/** Elements of MathML Core that say how a formula is put; none of them links, runs or loads anything. */
const ELEMENTS = new Set(
  (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts " +
    "mprescripts mtable mtr mtd mphantom mpadded mstyle menclose"
  ).split(" "),
);
const YES_NO = /^(?:true|false)$/;
/** Small ones: nothing may be moved over what stands beside the formula. */
const LENGTH = /^[+-]?(?:\d?(?:\.\d{1,6})?(?:em|ex|%)|\d{1,2}(?:\.\d{1,6})?(?:pt|px)|0)$/;
const ATTRIBUTES: Record<string, RegExp> = {
  ...Object.fromEntries(
    [
      "accent",
      "accentunder",
      "displaystyle",
      "fence",
      "largeop",
      "movablelimits",
      "separator",
      "stretchy",
      "symmetric",
    ].map((name) => [name, YES_NO]),
  ),
  ...Object.fromEntries(
    ["depth", "height", "linethickness", "lspace", "maxsize", "minsize", "rspace", "voffset", "width"].map((name) => [
      name,
      LENGTH,
    ]),
  ),
  columnspan: /^\d{1,2}$/,
  display: /^block$/,
  form: /^(?:prefix|infix|postfix)$/,
  mathvariant: /^normal$/,
  rowspan: /^\d{1,2}$/,
  scriptlevel: /^[+-]?\d$/,
};
const CLASSES = new Set(["tml-jot", "tml-left", "tml-right", "tml-cancel", "upstrike", "downstrike"]);
/** Lines that the style attributes of temml draw, which our policy forbids, as classes. */
const LINES: readonly [RegExp, string][] = [
  [/(?:^|;)border:/, "line-all"],
  [/border-bottom:/, "line-bottom"],
  [/border-top:/, "line-top"],
  [/border-left:/, "line-left"],
  [/border-right:/, "line-right"],
];
const MARKUP = /<(\/?)([a-z]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*>|[<>]/gi;
const ATTRIBUTE = /([a-z-]+)="([^"<>]*)"/gi;

let temml: Temml["default"] | null = null;

/** Loads what `formulaHtml` needs; a process that shows no formula loads nothing. */
export async function loadFormulas(): Promise<void> {
  temml ??= (await import("temml")).default;
}

/**
 * MathML of a formula in TeX, with nothing in it but what the lists above allow.
 * @returns null for one that can't be read, or when nothing was loaded
 */
export function formulaHtml(tex: string, display: boolean): string | null {
  if (!temml || tex.length > FORMULA_MAX || DEFINES.test(tex)) return null;
  try {
    return allowed(
      temml.renderToString(tex, { displayMode: display, throwOnError: true, trust: false, maxSize: [9, 9] }),
    );
  } catch {
    return null;
  }
}

/** MathML with unknown attributes left out; null where an element is unknown. */
function allowed(mathml: string): string | null {
  let isKnown = true;
  const html = mathml.replace(MARKUP, (whole, slash: string | undefined, written: string | undefined, rest = "") => {
    const name = written?.toLowerCase() ?? "";
    if (!ELEMENTS.has(name)) isKnown = false;
    if (slash || !isKnown) return slash ? `</${name}>` : whole;
    const classes: string[] = [];
    const attributes: string[] = [];
    for (const [, attribute = "", value = ""] of String(rest).matchAll(ATTRIBUTE)) {
      if (attribute === "class") classes.push(...value.split(" ").filter((each) => CLASSES.has(each)));
      else if (attribute === "style")
        classes.push(...LINES.filter(([style]) => style.test(value)).map(([, line]) => line));
      else if (Object.hasOwn(ATTRIBUTES, attribute) && ATTRIBUTES[attribute]?.test(value)) {
        attributes.push(` ${attribute}="${value}"`);
      }
    }
    const marks = classes.length > 0 ? ` class="${[...new Set(classes)].join(" ")}"` : "";
    return `<${name}${attributes.join("")}${marks}>`;
  });
  return isKnown ? html : null;
}
