import { useRouteLoaderData } from "@remix-run/react";
import { FlashMessage } from "#app/components/ui/flash-message";
import type { loader } from "#app/root";

/** What became of the action that led here. */
export function Flash() {
  const flash = useRouteLoaderData<typeof loader>("root")?.flash;
  return flash ? (
    <div className="frame__flash">
      <FlashMessage {...flash} />
    </div>
  ) : null;
}
