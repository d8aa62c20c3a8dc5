import { Link } from "#app/components/ui/link";
import { Tabs } from "#app/components/ui/tabs";
import type { ZhikuCategory } from "#app/contract/zhiku/category";
import type { ZhikuContentType } from "#app/contract/zhiku/content";
import { ZHIKU_TYPE_NAMES } from "#app/features/zhiku/zhiku-types";
import { paths } from "#app/paths";

type Props = {
  categories: readonly ZhikuCategory[];
  categoryId: number | null;
  type: ZhikuContentType | null;
  sort: "latest" | "hot";
};

/** Filters and order of the list as links, so that each view has a URL. */
export function ZhikuViews({ categories, categoryId, type, sort }: Props) {
  const at = (wanted: { class?: number | null; type?: string | null; sort?: string }) => {
    const id = wanted.class === undefined ? categoryId : wanted.class;
    const kind = wanted.type === undefined ? type : wanted.type;
    const order = wanted.sort ?? sort;
    return paths.zhiku({
      class: id === null ? undefined : String(id),
      type: kind ?? undefined,
      sort: order === "latest" ? undefined : order,
    });
  };
  const own = categories.find(({ id }) => id === categoryId);
  // Below a category its siblings are shown; at the top of a branch, its children.
  const branch = own?.parentId ?? own?.id ?? null;
  const below = categories.filter(({ parentId }) => branch !== null && parentId === branch);
  return (
    <>
      <Tabs
        label="类型"
        tabs={[
          { label: "全部", to: at({ type: null }), current: type === null },
          ...ZHIKU_TYPE_NAMES.map(([key, label]) => ({ label, to: at({ type: key }), current: type === key })),
        ]}
      >
        <p className="zhiku-sort">
          {(["latest", "hot"] as const).map((order) => (
            <Link
              key={order}
              to={at({ sort: order })}
              stay
              className="zhiku-sort__link"
              {...(order === sort ? { "aria-current": "true" as const } : {})}
            >
              {order === "latest" ? "最新" : "最热"}
            </Link>
          ))}
        </p>
      </Tabs>
      {below.length > 0 && branch !== null ? (
        <Tabs
          label="下级分类"
          variant="pill"
          tabs={[
            { label: "不限", to: at({ class: branch }), current: categoryId === branch },
            ...below.map(({ id, name, total }) => ({
              label: name,
              to: at({ class: id }),
              current: id === categoryId,
              count: total,
            })),
          ]}
        />
      ) : null}
    </>
  );
}
