/** A text that members agree to. */
type AgreementPlace = {
  name: string;
  /** Page that shows the version in effect. */
  path: string;
  /** Occasion on which one agrees to it: by registering and logging in, or by ordering in zhiku. */
  by: "joining" | "ordering";
};

/** Every text that members agree to, by the key that its versions and its text have. */
export const AGREEMENTS = {
  terms: { name: "用户协议", path: "/policy/terms", by: "joining" },
  privacy: { name: "隐私政策", path: "/policy/privacy", by: "joining" },
  zhiku: { name: "知库服务协议", path: "/policy/zhiku", by: "ordering" },
} as const satisfies Record<string, AgreementPlace>;

export type AgreementKey = keyof typeof AGREEMENTS;
/** Keys of them all. */
export const agreementKeys = Object.keys(AGREEMENTS) as [AgreementKey, ...AgreementKey[]];
/** Keys of those that whoever registers agrees to. */
export const JOINING: readonly AgreementKey[] = agreementKeys.filter((key) => AGREEMENTS[key].by === "joining");

/** Keys of those that whoever orders in zhiku agrees to. */
export const ORDERING: readonly AgreementKey[] = agreementKeys.filter((key) => AGREEMENTS[key].by === "ordering");

/** Characters that say what a new version changes. */
export const CHANGES_MAX = 500;
