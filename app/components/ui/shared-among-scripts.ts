/**
 * A value that the scripts in the page itself and those that come later have in common, though each has its own copy of
 * the module that makes it.
 */
export function sharedAmongScripts<T>(name: string, make: () => T): T {
  if (import.meta.env.SSR) return make();
  window.shared ??= {};
  window.shared[name] ??= make();
  return window.shared[name] as T;
}
