import { beforeNavigation, type NavigateOptions, pageRouter } from "./page-router";

type Router = ReturnType<typeof pageRouter>;
type Sent = { to: unknown; formData: FormData | undefined };

/**
 * Sends a form that is on its way a second time only with something else in it: whoever presses twice means it once, and
 * a code is spent, a name taken, by the first. A button that is off meanwhile is so only once that is rendered, and Enter
 * may press another.
 */
export function sendOnce(router: Router = pageRouter()): void {
  const fetch = router.fetch.bind(router);
  const sent = new Map<string, Sent>();
  router.fetch = (key, routeId, to, options) => {
    const { formData } = (options ?? {}) as NavigateOptions;
    const before = sent.get(key);
    if (before && isBusy(router.state.fetchers.get(key)) && isSame(before, { to, formData })) return;
    sent.set(key, { to, formData });
    fetch(key, routeId, to, options);
  };
  let last: Sent | null = null;
  beforeNavigation((to, { formData } = {}) => {
    if (last && isBusy(router.state.navigation) && isSame(last, { to, formData })) return true;
    last = { to, formData };
    return false;
  });
}

/** It writes, and is not done. */
const isBusy = (one: { state: string; formMethod?: string | undefined } | undefined): boolean =>
  one !== undefined && one.state !== "idle" && one.formMethod?.toUpperCase() === "POST";

const isSame = (one: Sent, other: Sent): boolean =>
  one.formData !== undefined &&
  other.formData !== undefined &&
  one.to === other.to &&
  textOf(one.formData) === textOf(other.formData);

/** All that a form says; of a file what tells it from others. */
const textOf = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) =>
      typeof value === "string" ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  );
