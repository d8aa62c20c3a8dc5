import { Card } from "#app/components/ui/card";
import { Tags } from "#app/components/ui/tag";
import { questionsTagged } from "./question-filters";

/** Tags with many questions, in a side column. */
export function HotTags({ tags }: { tags: readonly { name: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <Card title="热门标签">
      <Tags names={tags.map(({ name }) => name)} href={questionsTagged} />
    </Card>
  );
}
