import { formatCount } from "#app/components/ui/count";

/** A count with its label: 12 回答; renders nothing for zero. */
export function CountLabel({ value, word }: { value: number; word: string }) {
  if (value === 0) return null;
  return <span className="figure numbers">{`${formatCount(value)} ${word}`}</span>;
}
