/** Tools that only those load who may read and download the whole. */
export { DownloadOriginal } from "./download-original";
export { ReadingProgress } from "./reading-progress";
