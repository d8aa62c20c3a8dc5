import { sharedAmongScripts } from "#app/components/ui/shared-among-scripts";

/**
 * Knowledge that this page has gained about itself: once `out`, a newer build has replaced the one it was loaded from,
 * and the next navigation is a full load of its target.
 */
export const newerBuild = sharedAmongScripts("newerBuild", () => ({ out: false }));
