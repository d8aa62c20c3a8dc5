/** By a text of ours: the element that a translator shows instead of it. */
const replacements = new WeakMap<Node, Element>();

/**
 * Makes React and the browser's translation get along. A translator replaces our texts by `<font>` elements; React does
 * not know, and what it then changes is shown nowhere, or it fails ("not a child of this node") and takes the page away.
 * From here on, a text that React changes returns to its place, and one that it moves or removes is found by what
 * replaces it.
 */
export function watchReplacedTexts(): void {
  const changed = new MutationObserver((records) => {
    for (const { target } of records) replacements.get(target)?.replaceWith(target);
  });
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (!font) continue;
      for (const text of removedNodes) {
        if (text.nodeName !== "#text" || text.parentNode) continue;
        replacements.set(text, font as Element);
        changed.observe(text, { characterData: true });
      }
    }
  }).observe(document, { childList: true, subtree: true });

  /** The node of a parent that shows one of ours: itself, its replacement, or none. */
  const shownIn = (parent: Node, node: Node) =>
    [node, replacements.get(node)].find((each) => each?.parentNode === parent) ?? null;
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before && shownIn(this, before)) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T): T {
    const shown = shownIn(this, node);
    if (shown) removeChild.call(this, shown);
    return node;
  };
}
