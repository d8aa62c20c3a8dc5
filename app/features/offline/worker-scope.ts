/** Event of a service worker that lasts until its work is done. */
export type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

/** Request of a page that a service worker may answer. */
export type FetchEvent = LastingEvent & {
  request: Request;
  /** Response to a navigation that the browser has asked for meanwhile; undefined where it has not. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};

/** Words of a page of ours to its worker. */
export type TellingEvent = LastingEvent & { data: unknown };

type Listeners = { install: LastingEvent; activate: LastingEvent; fetch: FetchEvent; message: TellingEvent };

/** Global scope of a service worker, as far as ours looks at it; the types of pages know none. */
export type WorkerScope = {
  addEventListener: <T extends keyof Listeners>(type: T, listener: (event: Listeners[T]) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
  location: Location;
};
