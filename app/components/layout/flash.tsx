import { FlashMessage } from "#app/components/ui/flash-message";
import { useRoot } from "#app/hooks/root";

/** What became of the action that led here. */
export function Flash() {
  const flash = useRoot()?.flash;
  return flash ? (
    <div className="frame__flash">
      <FlashMessage {...flash} />
    </div>
  ) : null;
}
