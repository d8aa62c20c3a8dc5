import { LARGE_PICTURE_MAX } from "#upstream/services/storage/shrink-picture";
import type { Fetched, GuardedFetch } from "./guarded-fetch";

/** Milliseconds for one picture, redirects included. */
const TIMEOUT = 20_000;
/** Types that servers give pictures; many know no better than that it is bytes. What it is, its decoder says. */
const PICTURES = /^(?:image\/[a-z0-9.+-]+|application\/octet-stream|binary\/octet-stream|)$/;

/** Fetches a picture from an address that somebody chose. @throws FetchRefused */
export const fetchPicture = (fetch: GuardedFetch, url: string): Promise<Fetched> =>
  fetch(url, {
    ...{ bytesMax: LARGE_PICTURE_MAX, timeout: TIMEOUT, accepts: PICTURES },
    accept: "image/webp,image/avif,image/*;q=0.8,*/*;q=0.5",
  });
