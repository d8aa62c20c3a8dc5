import * as bars from "./bar-charts";
import * as boards from "./boards";
import * as diagrams from "./diagrams";
import * as interfaces from "./interfaces";
import * as lines from "./line-charts";
import { hashOf } from "./random";
import * as scenes from "./scenes";
import * as typography from "./typography";

/** Drawing functions by words in a picture's name; the first match is used. */
const DRAWINGS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/pipeline|etl|stream|queue/, diagrams.pipeline],
  [/cohort/, lines.cohortCurves],
  [/retention|churn|survival|decay/, lines.retentionCurve],
  [/ab-|experiment|split-test/, lines.experimentLines],
  [/histogram|latency|distribution|p99/, bars.histogram],
  [/scatter|correlation|bubble/, bars.scatter],
  [/funnel|conversion/, bars.funnel],
  [/pie|donut|share|breakdown/, bars.donut],
  [/heat|calendar/, bars.heatmap],
  [/dashboard|monitor|metrics/, bars.dashboard],
  [/trend|forecast|growth|burn/, lines.trend],
  [/line-chart/, lines.linesOverBars],
  [/column/, bars.columns],
  [/bar-|bars|ranking/, bars.shares],
  [/kanban|backlog|task-board/, boards.kanban],
  [/whiteboard|sticky|workshop|affinity/, boards.whiteboard],
  [/okr|progress|scorecard|checklist/, boards.progressTable],
  [/gantt|timeline|roadmap|schedule|plan-week/, boards.timeline],
  [/matrix|quadrant|priority/, boards.quadrants],
  [/component|ui-kit|design-system/, interfaces.components],
  [/^type|-type-|typograph|font/, typography.typeScale],
  [/contrast|color|palette/, typography.contrast],
  [/grid|layout|breakpoint/, interfaces.grids],
  [/wireframe|mockup|prototype|screen|page/, interfaces.wireframe],
  [/code|editor|terminal|diff|log/, interfaces.editor],
  [/query-plan|explain|call-tree|flame/, diagrams.queryPlan],
  [/org-|team-tree/, diagrams.orgChart],
  [/ladder|levels|maturity|stair/, diagrams.ladder],
  [/mind|map|tree|taxonomy/, diagrams.mindMap],
  [/sequence|handshake|protocol/, diagrams.sequence],
  [/architecture|system|topology|deploy|stack/, diagrams.architecture],
  [/flow|process|journey|state|decision|diagram/, diagrams.flow],
  [/one-on-one|interview|meeting|desk|office/, scenes.oneOnOne],
  [/photo|team|people|group/, scenes.teamPhoto],
  [/table|sheet|matrix|list/, boards.table],
  [/line|curve/, lines.manyLines],
  [/chart|graph|stat/, bars.columns],
];
const OTHERS = [bars.columns, lines.manyLines, diagrams.flow, bars.dashboard, boards.table];

/** Draws the picture that texts refer to as `demo:<name>`. */
export function contentSvg(name: string): string {
  const draw = DRAWINGS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHERS[hashOf(name) % OTHERS.length];
  return draw ? draw(name) : "";
}
