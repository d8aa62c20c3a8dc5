import type { AccountValues } from "./account-result";

/** Checkbox to end all other sessions with a change, as they may not be the owner's. */
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
