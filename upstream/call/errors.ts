import { type Code, MESSAGES } from "#app/contract/codes";

/** A refusal reported to the caller: HTTP 200 with this code. Anything else thrown becomes a 500. */
export class BusinessError extends Error {
  override name = "BusinessError";
  constructor(
    readonly code: Exclude<Code, "SUCCESS">,
    message: string = MESSAGES[code],
    readonly data: unknown = null,
  ) {
    super(message);
  }
}

/** Creates the error for invalid input: messages by field name, shown next to the fields. */
export function invalid(fields: Record<string, string>): BusinessError {
  return new BusinessError("INVALID_PARAMS", Object.values(fields)[0] ?? MESSAGES.INVALID_PARAMS, { fields });
}

/** Creates the error for a position at which no list continues. */
export const invalidCursor = (): BusinessError => invalid({ cursor: "分页位置无效，请从头查看" });

/**
 * Returns the row.
 * @throws BusinessError NOT_FOUND (or the given code) if there is none
 */
export function found<T>(row: T | null | undefined, code: "NOT_FOUND" | "DOCUMENT_NOT_EXIST" = "NOT_FOUND"): T {
  if (row === null || row === undefined) throw new BusinessError(code);
  return row;
}

/** Returns what is looked up; null if it is refused as NOT_FOUND. @throws whatever else the look-up throws */
export async function orNull<T>(lookUp: Promise<T>): Promise<T | null> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof BusinessError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}
