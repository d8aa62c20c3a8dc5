/** A question as a browser gets it. Pictures are PNG in base64. */
export type CaptchaQuestion =
  | { type: "blockPuzzle"; token: string; key: string; picture: string; piece: string }
  | { type: "pow"; token: string; challenge: WorkChallenge }
  | { type: "text"; token: string; picture: string };

/** Letters that a form asks for, with what was wrong with the last ones. */
export type AskedLetters = { token: string; picture: string; error: string | null };

/** ALTCHA, version 1: the number up to `maxnumber` with SHA-256(salt + number) = challenge is to be found. */
export type WorkChallenge = {
  algorithm: string;
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
};

/** The fields in which a form sends an answer: letters, ALTCHA's payload, or the x of the slider's piece. */
export type CaptchaFields = {
  captchaType: CaptchaQuestion["type"];
  captchaToken: string;
  captchaAnswer: string;
  /** The slider's key, which goes back with its answer. */
  captchaKey?: string;
};
