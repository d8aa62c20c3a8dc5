/** Value with a status or headers of its own, as `data()` of Remix makes it. */
type WithInit = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };
/** Whether a loader or an action has returned such a thing. */
export const hasInit = (result: unknown): result is WithInit =>
  typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit";
