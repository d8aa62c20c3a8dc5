import { beforeNavigation, type NavigateOptions, pageRouter } from "./page-router";

type Sent = { to: unknown; formData: FormData | undefined };

/**
 * Ignores a second submission of a form while the same data is already being sent: a double click means one submission,
 * and the first one uses up the code or takes the name. A disabled button is not enough: it is only disabled after the
 * next render, and Enter may submit again.
 */
export function sendOnce(): void {
  const router = pageRouter();
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

/** Whether a navigation or fetcher is submitting a form and not done yet. */
const isBusy = (one: { state: string; formMethod?: string | undefined } | undefined): boolean =>
  one !== undefined && one.state !== "idle" && one.formMethod?.toUpperCase() === "POST";

const isSame = (one: Sent, other: Sent): boolean =>
  one.formData !== undefined &&
  other.formData !== undefined &&
  one.to === other.to &&
  textOf(one.formData) === textOf(other.formData);

/** A form's fields as text, for comparison; a file is represented by its properties. */
const textOf = (form: FormData): string =>
  JSON.stringify(
    [...form].map(([name, value]) =>
      typeof value === "string" ? [name, value] : [name, value.name, value.size, value.lastModified],
    ),
  );
