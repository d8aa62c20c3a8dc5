/** By a text of ours: the element that a translator shows instead of it. */
const standIns = new WeakMap<Node, Element>();

const isStandIn = (node: Node | null | undefined): node is Element => node?.nodeName === "FONT";

/**
 * Makes React and the browser's translation get along. A translator replaces our texts by `<font>` elements; React does
 * not know, and what it then changes is shown nowhere, or it fails ("not a child of this node") and takes the page away.
 * From here on, a text that React changes returns to its place, and one that it moves or removes is found by what
 * stands for it.
 */
export function watchReplacedTexts(): void {
  const changed = new MutationObserver((records) => {
    for (const { target } of records) {
      const shown = standIns.get(target);
      if (shown?.isConnected) shown.replaceWith(target);
    }
  });
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn);
      if (!standIn) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        standIns.set(text, standIn);
        changed.observe(text, { characterData: true });
      }
    }
  }).observe(document, { childList: true, subtree: true });

  /** The node of this parent that a text is shown as; none if it is shown nowhere. */
  const shownIn = (parent: Node, node: Node) =>
    [node, standIns.get(node)].find((each) => each?.parentNode === parent) ?? null;
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
