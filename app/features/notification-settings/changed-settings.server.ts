import { NOTIFICATION_SORTS, OUTSIDE_CHANNELS, OUTSIDE_SORTS } from "#app/contract/notification/channels";
import { mergeShown } from "#app/forms/merge-shown.server";
import { textOf } from "#app/forms/read-form.server";
import { type Ticked, tickedTexts } from "./ticked-texts";

/**
 * The settings after a form: what was changed in it, and for everything else what is stored, because another tab or
 * device may have changed it since. Channels that the form did not offer are omitted.
 */
export function changedSettings(form: FormData, stored: Ticked) {
  const offered = OUTSIDE_CHANNELS.filter((channel) => form.getAll("offered").includes(channel));
  const onlyOffered = (outside: Ticked["outside"]) =>
    Object.fromEntries(offered.map((channel) => [channel, outside[channel] ?? []]));
  const sent: Ticked = {
    wanted: form.getAll("sort").map(String),
    outside: Object.fromEntries(offered.map((channel) => [channel, form.getAll(channel).map(String)])),
    weekly: form.has("weekly"),
  };
  // A box has two states, so what was changed here and elsewhere is the same: nothing conflicts.
  const texts = mergeShown(
    { ...tickedTexts(sent), shown: textOf(form, "shown") },
    tickedTexts({ ...stored, outside: onlyOffered(stored.outside) }),
  );
  const ticked = (name: string) => texts[name] === "yes";
  return {
    wanted: NOTIFICATION_SORTS.filter((sort) => ticked(`sort.${sort}`)),
    outside: Object.fromEntries(
      offered.map((channel) => [channel, OUTSIDE_SORTS.filter((sort) => ticked(`${channel}.${sort}`))]),
    ),
    ...(offered.includes("mail") ? { weekly: ticked("weekly") } : {}),
  };
}
