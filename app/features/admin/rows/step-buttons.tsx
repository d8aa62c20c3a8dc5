import { Button } from "#app/components/ui/button";

type Props = {
  /** All that are put in order together, as they stand. */
  ids: readonly number[];
  at: number;
  /** Name of the one at this place. */
  name: string;
  busy: boolean;
  /** Name of one list among several, for the action. */
  group?: string | number;
};

/** Moves one of a list up or down; each button sends the whole list as it is to be. Read by `readOrder`. */
export function StepButtons({ ids, at, name, busy, group }: Props) {
  return (
    <>
      {[
        { by: -1, label: "上移" },
        { by: 1, label: "下移" },
      ].map(({ by, label }) => {
        const [one, other] = [ids[at], ids[at + by]];
        // What is at the end has no step to make; the other one keeps its place.
        if (one === undefined || other === undefined)
          return (
            <span key={by} className="button button--quiet button--small admin-no-step" aria-hidden>
              {label}
            </span>
          );
        const order = ids
          .with(at, other)
          .with(at + by, one)
          .join(",");
        return (
          <Button
            key={by}
            type="submit"
            name="order"
            value={group === undefined ? order : `${group}:${order}`}
            size="small"
            variant="quiet"
            disabled={busy}
            aria-label={`${label}“${name}”`}
          >
            {label}
          </Button>
        );
      })}
    </>
  );
}
