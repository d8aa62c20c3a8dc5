/** Replacement elements inserted by a translator, by our text node. */
const replacements = new WeakMap<Node, Element>();

/**
 * Makes React work on pages translated by the browser. A translator replaces text nodes by `<font>` elements, unknown
 * to React: its changes of the old nodes are invisible, and removing them fails ("not a child of this node") and
 * crashes the page. With this, a text node that React changes is put back in place, and one that React moves or removes
 * is resolved to its replacement.
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

  /** Returns the child of `parent` that displays a node: the node itself, its replacement, or null. */
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
