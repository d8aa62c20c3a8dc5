/** Submitted texts to copy, on a page that can't show their form now. */
export const TypedTexts = ({ texts }: { texts: readonly string[] }) =>
  texts.map((text) => (
    <textarea key={text} className="input" aria-label="写好的内容" rows={4} readOnly defaultValue={text} />
  ));
