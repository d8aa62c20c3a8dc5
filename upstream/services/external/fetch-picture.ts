import { LARGE_PICTURE_MAX } from "#upstream/services/storage/shrink-picture";
import type { Fetched, GuardedFetch } from "./guarded-fetch";

/** Timeout in milliseconds per picture, including redirects. */
const TIMEOUT = 20_000;
/** Content types that servers send for pictures; many send a generic one. The decoder determines the actual type. */
const PICTURES = /^(?:image\/[a-z0-9.+-]+|application\/octet-stream|binary\/octet-stream|)$/;

/** Fetches a picture from a URL supplied by a user. @throws FetchRefused */
export const fetchPicture = (fetch: GuardedFetch, url: string): Promise<Fetched> =>
  fetch(url, {
    bytesMax: LARGE_PICTURE_MAX,
    timeout: TIMEOUT,
    accepts: PICTURES,
    accept: "image/webp,image/avif,image/*;q=0.8,*/*;q=0.5",
  });
