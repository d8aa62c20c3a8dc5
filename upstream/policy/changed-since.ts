import { BusinessError } from "#upstream/call/errors";

/** Refusal of an undo because another change came after the one to undo. */
export const changedSince = () => new BusinessError("CONFLICT", "之后又改过了，不能直接撤销");
