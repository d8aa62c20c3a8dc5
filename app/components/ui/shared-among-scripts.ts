/** A value shared by inline scripts and later bundles, each of which has its own copy of the module that creates it. */
export function sharedAmongScripts<T>(name: string, make: () => T): T {
  if (import.meta.env.SSR) return make();
  window.shared ??= {};
  window.shared[name] ??= make();
  return window.shared[name] as T;
}
