import { z } from "zod";

const word = z.string().nullish();
const metadata = z.object({
  name: z.string(),
  creationTimestamp: word,
  deletionTimestamp: word,
  labels: z.record(z.string(), z.string()).nullish(),
});
const named = z.object({ metadata, spec: z.object({ displayName: word }) });
const owner = z.object({ kind: word, name: word, displayName: word }).nullish();
const said = {
  raw: word,
  content: word,
  owner,
  creationTime: word,
  approved: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
};

/** Halo's extensions, as far as we read them. */
export const HALO = {
  user: named,
  tag: named,
  category: named,
  post: z.object({
    metadata,
    spec: z.object({
      title: word,
      slug: word,
      releaseSnapshot: word,
      baseSnapshot: word,
      owner: word,
      publishTime: word,
      visible: word,
      deleted: z.boolean().nullish(),
      publish: z.boolean().nullish(),
      tags: z.array(z.string()).nullish(),
      categories: z.array(z.string()).nullish(),
    }),
    status: z.object({ permalink: word }).nullish(),
  }),
  /** Settings of the site; the values are JSON. */
  config: z.object({ data: z.record(z.string(), z.string()).nullish() }),
  snapshot: z.object({ metadata, spec: z.object({ rawType: word, rawPatch: word, contentPatch: word }) }),
  comment: z.object({
    metadata,
    spec: z.object({ ...said, subjectRef: z.object({ kind: word, name: word }).nullish() }),
  }),
  reply: z.object({ metadata, spec: z.object({ ...said, commentName: word, quoteReply: word }) }),
};
/** A post in the backup. */
export type HaloPost = z.output<typeof HALO.post>;
/** A version of a post. */
export type HaloSnapshot = z.output<typeof HALO.snapshot>;
/** Author of a comment. */
export type HaloOwner = z.output<typeof owner>;

const DELTAS = z.array(
  z.object({
    source: z.object({ position: z.number().int().min(0), lines: z.array(z.string()).nullish() }),
    target: z.object({ lines: z.array(z.string()).nullish() }),
  }),
);

/** Applies a later version's line changes to a text of which only the first version is stored completely. */
export function patched(base: string, patch: string): string {
  const lines = base === "" ? [] : base.split("\n");
  const deltas = DELTAS.parse(JSON.parse(patch));
  // From the end, so that earlier positions stay valid.
  for (const { source, target } of deltas.sort((a, b) => b.source.position - a.source.position))
    lines.splice(source.position, source.lines?.length ?? 0, ...(target.lines ?? []));
  return lines.join("\n");
}
