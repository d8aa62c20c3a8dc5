import { formatCount } from "#app/components/ui/count";

/** 12 回答; nothing if zero. */
export function CountLabel({ value, word }: { value: number; word: string }) {
  if (value === 0) return null;
  return <span className="figure numbers">{`${formatCount(value)} ${word}`}</span>;
}
