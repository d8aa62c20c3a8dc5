import type { AccountValues } from "./account-result";

/** Offers to end every other login with a change; whoever has one of them may not be the owner. */
export function EndOthersField({ values }: { values: Partial<AccountValues> | undefined }) {
  return (
    <div className="field">
      <label className="choice">
        <input type="checkbox" name="endOthers" value="yes" defaultChecked={!values || values.endOthers === "yes"} />
        同时退出其他设备
      </label>
    </div>
  );
}
