import { Time } from "#app/components/ui/time";

type Props = { from: string; until: string; format: "date" | "datetime" };

/** Start and end of a right; of one that was refunded or revoked before it began, only when that was. */
export function RightSpan({ from, until, format }: Props) {
  if (until < from)
    return (
      <>
        没有开始，
        <Time value={until} format={format} /> 已收回
      </>
    );
  return (
    <>
      <Time value={from} format={format} /> 至 <Time value={until} format={format} />
    </>
  );
}
