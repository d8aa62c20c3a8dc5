/**
 * Whether a route is the console's, by its folder. Readers never load anything of these routes: they are in a manifest
 * of their own, because readers navigate to the console as to another site.
 * @param {string} id
 */
export const isStaffRoute = (id) => id.startsWith("routes/admin/");

/**
 * File name of the console's manifest, beside the readers'.
 * @param {string} manifest file name or URL of the readers' manifest
 */
export const staffManifestOf = (manifest) => manifest.replace(/manifest-\w+\.js$/, "staff-$&");
