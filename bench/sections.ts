import { measureChangeRenders } from "./change-renders";
import { measureFreshness } from "./freshness";
import { measureHitRate } from "./hit-rate";
import { measureLighthouse } from "./lighthouse";
import { measureLongTexts } from "./long-texts";
import { measureMembers } from "./members";
import { measurePageWeight } from "./page-weight";
import { measurePostgres } from "./postgres";
import { measureConsole, measureScale } from "./scale";
import { measureScrapers } from "./scrapers";
import { measureStart } from "./start-time";
import { measureThroughput } from "./throughput";
import { measureWorkers } from "./workers";

/** What is measured, by name and in this order; each receives a folder with the demo data, which it must not change. */
export const SECTIONS = {
  throughput: measureThroughput,
  start: measureStart,
  weight: measurePageWeight,
  scale: () => measureScale(),
  console: () => measureConsole(),
  members: measureMembers,
  postgres: measurePostgres,
  scrapers: measureScrapers,
  workers: measureWorkers,
  hits: () => measureHitRate(),
  changes: () => measureChangeRenders(),
  freshness: measureFreshness,
  texts: () => measureLongTexts(),
  lighthouse: (demo: string) => measureLighthouse(demo, process.env.CHROMIUM ?? ""),
};

type Sections = typeof SECTIONS;
export type SectionName = keyof Sections;
/** Figures of the sections that were measured. */
export type Results = { [Name in SectionName]?: Awaited<ReturnType<Sections[Name]>> };
