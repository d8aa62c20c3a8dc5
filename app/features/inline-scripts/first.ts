// Inlined into the head of every page; runs before the first paint.
import { replaceFailedPictures } from "#app/components/ui/failed-pictures";
import { answerAppearanceMenu } from "#app/features/appearance/appearance";
import { followEarlySteps } from "#framework/browser/early-steps";
import { passPressesOn } from "./pass-presses-on";

answerAppearanceMenu();
replaceFailedPictures();
passPressesOn();
followEarlySteps();
