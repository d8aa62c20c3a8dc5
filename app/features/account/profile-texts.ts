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
