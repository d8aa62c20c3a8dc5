import { BusinessError } from "../../../http/errors";

/** The row of a content. @throws BusinessError DOCUMENT_NOT_EXIST when there is none */
export function foundContent<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new BusinessError("DOCUMENT_NOT_EXIST");
  return row;
}
