// Stands in the head of every page and runs before anything is painted.
import { replaceFailedPictures } from "#app/components/ui/failed-pictures";
import { answerAppearanceMenu } from "#app/features/appearance/appearance";
import { passPressesOn } from "./pass-presses-on";

answerAppearanceMenu();
replaceFailedPictures();
passPressesOn();
