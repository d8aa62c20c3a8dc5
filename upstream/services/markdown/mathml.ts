type Temml = typeof import("temml");

/** Maximum characters of TeX per formula. */
export const FORMULA_MAX = 2_000;
/** Commands that define macros, with which a short formula could expand without bound. */
const DEFINES =
  /\\(?:[egx]?def|(?:re)?newcommand|providecommand|(?:re)?newenvironment|let|futurelet|global|long)(?![a-z])/i;

/** Presentational elements of MathML Core; none of them links, runs or loads anything. */
const ELEMENTS = new Set(
  (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts " +
    "mprescripts mtable mtr mtd mphantom mpadded mstyle menclose"
  ).split(" "),
);
const YES_NO = /^(?:true|false)$/;
/** Small lengths only, so that nothing can overlap content beside the formula. */
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
/** Lines drawn by temml's style attributes, which our CSP forbids, as classes. */
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

/** Loads what `formulaHtml` needs, so that processes without formulas load nothing. */
export async function loadFormulas(): Promise<void> {
  temml ??= (await import("temml")).default;
}

/**
 * Converts a TeX formula to MathML with only the elements and attributes listed above.
 * @returns null if it is invalid, or nothing was loaded
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

/** Removes unknown attributes from MathML; null if an element is unknown. */
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
