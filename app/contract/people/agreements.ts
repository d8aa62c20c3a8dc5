/** An agreement with members. */
type AgreementPlace = {
  name: string;
  /** Page that shows the current version. */
  path: string;
  /** Occasion to accept it: registering and logging in, or ordering in zhiku. */
  by: "joining" | "ordering";
};

/** All agreements, by the key of their versions and text. */
export const AGREEMENTS = {
  terms: { name: "用户协议", path: "/policy/terms", by: "joining" },
  privacy: { name: "隐私政策", path: "/policy/privacy", by: "joining" },
  zhiku: { name: "知库服务协议", path: "/policy/zhiku", by: "ordering" },
} as const satisfies Record<string, AgreementPlace>;

export type AgreementKey = keyof typeof AGREEMENTS;
/** Keys of all agreements. */
export const agreementKeys = Object.keys(AGREEMENTS) as [AgreementKey, ...AgreementKey[]];

const keysFor = (by: AgreementPlace["by"]) => agreementKeys.filter((key) => AGREEMENTS[key].by === by);
/** Keys of the agreements accepted on registration. */
export const JOINING: readonly AgreementKey[] = /* @__PURE__ */ keysFor("joining");
/** Keys of the agreements accepted when ordering in zhiku. */
export const ORDERING: readonly AgreementKey[] = /* @__PURE__ */ keysFor("ordering");

/** Maximum characters of a version's summary of changes. */
export const CHANGES_MAX = 500;
