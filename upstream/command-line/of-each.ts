import { Refusal } from "./as-staff";

/** Outcome of things that were decided on together. */
type Decided<Failed> = { done: readonly unknown[]; failed: readonly (Failed & { code: string; message: string })[] };

/**
 * Says what became of each thing. @param nameOf how one that was refused is called
 * @throws Refusal when one of them was refused, with what became of the others
 */
export function ofEach<Failed>({ done, failed }: Decided<Failed>, nameOf: (one: Failed) => string): string {
  const did = `完成 ${done.length} 份`;
  const [first] = failed;
  if (!first) return did;
  throw new Refusal(first.code, [did, ...failed.map((one) => `${nameOf(one)}：${one.message}`)].join("\n"));
}
