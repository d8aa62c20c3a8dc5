import type { AgreementKey } from "#app/contract/agreements";
import type { Bit } from "./columns";

/** Versions of what members agree to; of the one in effect the text stands in `site_texts` too, where pages read it. */
export type AgreementsTable = {
  key: AgreementKey;
  /** 1, 2, 3 … */
  version: number;
  title: string;
  /** Markdown. */
  content: string;
  content_html: string;
  /** Changes that it makes, in the operator's words. */
  changes: string;
  effective_at: string;
  /** Time at which its text took the place of the one before; null until then. */
  applied_at: string | null;
  /** 1 where members who agreed to an older one are asked. */
  ask_again: Bit;
  published_at: string;
  /** Null for what was there before versions were kept. */
  published_by: number | null;
};

/** Consents of members: to which version, when, and from where. */
export type ConsentsTable = {
  user_id: number;
  key: AgreementKey;
  agreed_version: number;
  at: string;
  address: string;
};
