import { decode } from "turbo-stream";

export type Redirect = { redirect: string; status: number; replace: boolean; reload: boolean };
export type DataResponse = {
  /** Set if the whole navigation is redirected. */
  redirect: Redirect | null;
  /** Results by route id: what the loader returned or threw, or its redirect. */
  routes: Record<string, { data?: unknown; error?: unknown } & Partial<Redirect>>;
};

/** Reads Remix's response to the browser for a navigation. */
export async function readData(response: Response): Promise<DataResponse> {
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/x-script")) {
    return { redirect: null, routes: {} };
  }
  let redirect: Redirect | null = null;
  const { value, done } = await decode(response.body as ReadableStream<Uint8Array>, {
    plugins: [
      (type, ...rest) => {
        if (type === "SingleFetchRedirect") {
          redirect = rest[0] as Redirect;
          return { value: rest[0] };
        }
        if (type === "ErrorResponse") return { value: { data: rest[0], status: rest[1] } };
        if (type === "SanitizedError") return { value: { name: rest[0], message: rest[1] } };
        if (type === "SingleFetchClassInstance") return { value: rest[0] };
        if (type === "SingleFetchFallback") return { value: undefined };
      },
    ],
  });
  await done;
  return { redirect, routes: redirect ? {} : ((value ?? {}) as DataResponse["routes"]) };
}
