import { LinkButton } from "#app/components/ui/button";

type Props<Item> = {
  /** Items before and after the open one; null at the ends of the queue. */
  previous: Item | null;
  next: Item | null;
  hrefOf: (item: Item) => string;
  /** URL of the queue's list. */
  list: string;
};

/** Links from an open item of a queue to its neighbours and to the list, each with its key. */
export function QueueLinks<Item>({ previous, next, hrefOf, list }: Props<Item>) {
  return (
    <>
      {previous ? (
        <LinkButton to={hrefOf(previous)} variant="quiet" icon="arrow-left" data-key="k">
          上一份
        </LinkButton>
      ) : null}
      {next ? (
        <LinkButton to={hrefOf(next)} variant="quiet" icon="arrow-right" data-key="j">
          下一份
        </LinkButton>
      ) : null}
      <LinkButton to={list} variant="quiet" icon="list" data-key="u">
        列表
      </LinkButton>
    </>
  );
}
