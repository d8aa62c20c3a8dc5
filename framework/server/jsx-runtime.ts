import type { ElementType, Key, ReactElement, Ref } from "react";

export { Fragment } from "react";

const ELEMENT = Symbol.for("react.element");

/**
 * Creates an element whose props are the very object that compiled JSX has made for it; React 18 copies that object,
 * property by property. Used for rendering on the server (`vite.config.ts`), where nothing needs React's remaining
 * steps: owners of elements are for string refs, and no component has `defaultProps`.
 */
export function jsx(type: ElementType, config: { ref?: Ref<unknown> }, key?: Key): ReactElement {
  let props = config;
  let ref: Ref<unknown> = null;
  if (config.ref !== undefined) ({ ref = null, ...props } = config);
  const element = { $$typeof: ELEMENT, type, key: key === undefined ? null : `${key}`, ref, props, _owner: null };
  return element as ReactElement;
}

export { jsx as jsxs };
