import { sharedAmongScripts } from "#app/components/ui/shared-among-scripts";

/**
 * State of the page's build: once `out`, a newer build has replaced it, and the next navigation is a full page load.
 */
export const newerBuild = sharedAmongScripts("newerBuild", () => ({ out: false }));
