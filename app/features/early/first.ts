// Stands in the head of every page and runs before anything is painted.
import { replaceFailedPictures } from "#app/components/ui/failed-pictures";
import { answerThemeSwitch } from "#app/features/theme/theme";

answerThemeSwitch();
replaceFailedPictures();
