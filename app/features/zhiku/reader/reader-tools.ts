/** Tools loaded only by readers with full access. */
export { DownloadOriginal } from "./download-original";
export { ReadingProgress } from "./reading-progress";
