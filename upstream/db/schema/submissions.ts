/** Outcome of a form that was sent, so that sending it again does nothing new. */
export type SubmissionsTable = {
  /** `user/<id>`, or of whoever is not logged in `network/<address>`. */
  sender: string;
  /** Chosen by whoever made the form. */
  key: string;
  /** SHA-256 of what was sent, in base64url. */
  body_hash: string;
  /** JSON: what the first one was answered. */
  result: string;
  expires_at: string;
};
