/** A challenge for browsers. Pictures are PNG in base64. */
export type CaptchaQuestion =
  | { type: "blockPuzzle"; token: string; key: string; picture: string; piece: string }
  | { type: "pow"; token: string; challenge: WorkChallenge }
  | { type: "text"; token: string; picture: string };

/** Letters that a form asks for, with the error of the previous attempt. */
export type AskedLetters = { token: string; picture: string; error: string | null };

/** ALTCHA, version 1: find the number up to `maxnumber` with SHA-256(salt + number) = challenge. */
export type WorkChallenge = {
  algorithm: string;
  challenge: string;
  salt: string;
  signature: string;
  maxnumber: number;
};

/** The form fields of an answer: letters, ALTCHA's payload, or the x of the slider's piece. */
export type CaptchaFields = {
  captchaType: CaptchaQuestion["type"];
  captchaToken: string;
  captchaAnswer: string;
  /** The slider's key, sent back with its answer. */
  captchaKey?: string;
};
