import type { ReactNode } from "react";

/** Section of the gallery with one kind of component. */
export function GallerySection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="gallery__section">
      <h2 className="gallery__title">{title}</h2>
      <div className="gallery__row">{children}</div>
    </section>
  );
}
