import { Icon } from "#app/components/ui/icon";

/** Link to the top of a long page; the style sheet shows it after two screens. */
export function ToTop() {
  return (
    <nav className="to-top" aria-label="本页">
      <a href="#top" className="to-top__link" aria-label="回到顶部" title="回到顶部">
        <Icon name="arrow-up" />
      </a>
    </nav>
  );
}
