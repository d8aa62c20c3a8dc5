import { Card } from "#app/components/ui/card";
import { Tags } from "#app/components/ui/tag";
import { paths } from "#app/paths";

/** Tags with many questions, in a side column. */
export function HotTags({ tags }: { tags: readonly { name: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <Card title="热门标签">
      <Tags names={tags.map(({ name }) => name)} href={(tag) => paths.questions({ tag })} />
    </Card>
  );
}
