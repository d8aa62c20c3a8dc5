/** Outcome of a call: `SUCCESS`, or the code of its refusal. */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "SUCCESS",
    (error: { code: string }) => error.code,
  );

/** Outcome of a call: `SUCCESS`, or code and message of its refusal, as in `NOT_FOUND: 找不到`. */
export const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "SUCCESS",
    (error: Error) => error.message,
  );

/** Outcome of a call: `SUCCESS`, the messages of its refusal by field, or the refusal's code if it names no field. */
export const outcomeOf = (call: Promise<unknown>): Promise<string | object> =>
  call.then(
    () => "SUCCESS",
    (error: { code: string; data?: { fields?: object } | null }) => error.data?.fields ?? error.code,
  );
