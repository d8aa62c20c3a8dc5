/** Service worker event that can be extended until work is done. */
export type LastingEvent = Event & { waitUntil: (work: Promise<unknown>) => void };

/** Fetch event of a service worker. */
export type FetchEvent = LastingEvent & {
  request: Request;
  /** Response of navigation preload; undefined if there is none. */
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
};

/** Message event from one of our pages. */
export type TellingEvent = LastingEvent & { data: unknown };

type Listeners = { install: LastingEvent; activate: LastingEvent; fetch: FetchEvent; message: TellingEvent };

/** The part of a service worker's global scope that ours uses, since the DOM types lack it. */
export type WorkerScope = {
  addEventListener: <T extends keyof Listeners>(type: T, listener: (event: Listeners[T]) => void) => void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  registration: ServiceWorkerRegistration;
  location: Location;
};
