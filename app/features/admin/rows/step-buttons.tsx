import { Button } from "#app/components/ui/button";

type Props = {
  /** All ids of the list, in their current order. */
  ids: readonly number[];
  at: number;
  /** Name of the item at index `at`. */
  name: string;
  busy: boolean;
  /** Name of the list, if the page has several. */
  group?: string | number;
};

/**
 * Buttons that move an item of a list up or down; each submits the whole list in its new order. Read by `readOrder`.
 */
export function StepButtons({ ids, at, name, busy, group }: Props) {
  return (
    <>
      {[
        { by: -1, label: "上移" },
        { by: 1, label: "下移" },
      ].map(({ by, label }) => {
        const [one, other] = [ids[at], ids[at + by]];
        // At the ends of the list, an inert button keeps the other one's position.
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
            busy={busy}
            aria-label={`${label}“${name}”`}
          >
            {label}
          </Button>
        );
      })}
    </>
  );
}
