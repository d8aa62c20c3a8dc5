/** Source of the regular expression of names that are called in plain text by an @ before them, as in comments. */
export const NAME_TO_CALL = String.raw`[\p{L}\p{N}_·.-]{1,20}`;
