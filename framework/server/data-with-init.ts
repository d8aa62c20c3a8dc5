/** Value with its own status or headers, as made by Remix's `data()`. */
type WithInit = { type: "DataWithResponseInit"; data: unknown; init: ResponseInit | null };
/** Whether a loader or an action returned such a value. */
export const hasInit = (result: unknown): result is WithInit =>
  typeof result === "object" && result !== null && "type" in result && result.type === "DataWithResponseInit";
