import { Tabs } from "#app/components/ui/tabs";
import { paths } from "#app/paths";

const VIEWS = [
  { view: "latest", label: "最新" },
  { view: "hot", label: "热门" },
  { view: "unanswered", label: "等你来答" },
  { view: "featured", label: "精华" },
] as const;

type QuestionView = (typeof VIEWS)[number]["view"] | "answers";

type Props = {
  current: QuestionView;
  /** Kept when switching the order of a tag's questions. */
  tag?: string | null;
};

/** Tabs with the views of all questions, and the newest answers. */
export function QuestionViews({ current, tag = null }: Props) {
  const tabs = VIEWS.map(({ view, label }) => ({
    label,
    to: paths.questions({ sort: view === "latest" ? null : view, tag }),
    current: view === current,
  }));
  return (
    <Tabs
      label="问答的排列"
      tabs={tag ? tabs : [...tabs, { label: "新回答", to: paths.answers(), current: current === "answers" }]}
    />
  );
}
