import type { AgreementKey } from "#app/contract/people/agreements";
import type { Bit } from "./columns";

/** Versions of agreements; the current one's text is also in `site_texts`, where pages read it. */
export type AgreementsTable = {
  key: AgreementKey;
  /** Number of the version: 1, 2, 3 … */
  version: number;
  title: string;
  /** Text of the version in Markdown. */
  content: string;
  content_html: string;
  /** Summary of its changes, by the operator. */
  changes: string;
  effective_at: string;
  /** Time at which the version became current; null before. */
  applied_at: string | null;
  /** 1 if members who accepted an older version are asked again. */
  ask_again: Bit;
  published_at: string;
  /** Member who published it; null for texts from before versions were stored. */
  published_by: number | null;
};

/** Acceptances by members: which version, when, and from where. */
export type ConsentsTable = {
  user_id: number;
  key: AgreementKey;
  agreed_version: number;
  at: string;
  address: string;
};
