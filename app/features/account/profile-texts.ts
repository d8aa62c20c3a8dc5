/** Texts and settings of a profile that a member edits. */
export type Profile = {
  nickname: string;
  headline: string;
  bio: string;
  company: string;
  city: string;
  collectionsPrivate: boolean;
};

/** Fields of the profile's form. */
export const PROFILE_TEXTS = ["nickname", "headline", "bio", "company", "city", "collectionsPrivate"] as const;
export type ProfileText = (typeof PROFILE_TEXTS)[number];
/** Values of the form; a ticked box is `yes`. */
export type ProfileTexts = Record<ProfileText, string>;

/** Values with which the form shows a profile. */
export function profileTexts({ nickname, headline, bio, company, city, collectionsPrivate }: Profile): ProfileTexts {
  return { nickname, headline, bio, company, city, collectionsPrivate: collectionsPrivate ? "yes" : "" };
}

/** Reads what a form said that it had shown; nothing if it says nothing that can be read. */
export function readShown(json: string): Partial<ProfileTexts> {
  try {
    const read: unknown = JSON.parse(json);
    const entries = Object.entries(typeof read === "object" && read !== null ? read : {});
    return Object.fromEntries(entries.filter(([, text]) => typeof text === "string"));
  } catch {
    return {};
  }
}

/**
 * Applies the changes of a form to the stored profile: fields that were sent as they had been shown keep what is stored
 * now, because another tab or device may have changed them since.
 * @param shown values that the form had shown; a field that is missing counts as changed
 * @returns the values to store, and the fields that were changed here and differently elsewhere
 */
export function mergeProfile(
  sent: ProfileTexts,
  shown: Partial<ProfileTexts>,
  stored: ProfileTexts,
): { texts: ProfileTexts; conflicts: ProfileText[] } {
  const changedHere = (name: ProfileText) => sent[name] !== shown[name];
  const changedElsewhere = (name: ProfileText) => shown[name] !== undefined && stored[name] !== shown[name];
  const entries = PROFILE_TEXTS.map((name) => [name, changedHere(name) ? sent[name] : stored[name]]);
  return {
    texts: Object.fromEntries(entries) as ProfileTexts,
    conflicts: PROFILE_TEXTS.filter(
      (name) => changedHere(name) && changedElsewhere(name) && sent[name] !== stored[name],
    ),
  };
}
