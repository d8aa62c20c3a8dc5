/** Outcomes of submitted forms, so that submitting again does nothing new. */
export type SubmissionsTable = {
  /** `user/<id>`, or `network/<address>` for an anonymous reader. */
  sender: string;
  /** Idempotency key, chosen by the form. */
  key: string;
  /** SHA-256 of the submitted body, base64url. */
  body_hash: string;
  /** JSON of the first reply. */
  result: string;
  expires_at: string;
};
