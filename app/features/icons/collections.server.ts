import sq from "#app/icons/sq.json";
import sqsvg from "#app/icons/sqsvg.json";

/** Icon collections drawn for this project: `sq` in one colour, `sqsvg` in several. */
export const collections = { sq, sqsvg };

/** Builds a reply in the format of Iconify's API: the icons that exist, and the names of the missing ones. */
export function iconsOf(prefix: keyof typeof collections, names: readonly string[]) {
  const { icons, width, height } = collections[prefix] as {
    icons: Record<string, { body: string; width?: number; height?: number }>;
    width?: number;
    height?: number;
  };
  const known = names.filter((name) => Object.hasOwn(icons, name));
  const unknown = names.filter((name) => !Object.hasOwn(icons, name));
  return {
    prefix,
    icons: Object.fromEntries(known.map((name) => [name, icons[name]])),
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
    ...(unknown.length ? { not_found: unknown } : {}),
  };
}

type IconData = { body: string; width: number; height: number };

/** Icons by full name, computed once, since a page has about a hundred. */
const byName = new Map(
  Object.entries(collections).flatMap(([prefix, { icons, width, height }]) =>
    Object.entries(icons as Record<string, { body: string; width?: number; height?: number }>).map(
      ([name, icon]): [string, IconData] => [`${prefix}:${name}`, { width, height, ...icon }],
    ),
  ),
);

/** Returns an icon by its full name, `sq:home`; null if there is none. */
export const iconData = (name: string): IconData | null => byName.get(name) ?? null;
