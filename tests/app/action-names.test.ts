import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS } from "#app/contract/admin/system/audit-actions";
import { actionName, describeAction, kindName, LOGGED_KINDS } from "#app/features/admin/log/action-names";

const CHINESE = /\p{Script=Han}/u;

test("each action and each kind has a Chinese name, and so has its undo", () => {
  expect(AUDIT_ACTIONS.filter((action) => !CHINESE.test(actionName(action)))).toEqual([]);
  expect(AUDIT_KINDS.filter((kind) => !CHINESE.test(kindName(kind)))).toEqual([]);
  expect(LOGGED_KINDS.map(([kind]) => kind)).toEqual([...AUDIT_KINDS]);
  expect(actionName("tag.merge.undo")).toBe("撤销：合并了标签");
});

test.each([["poll.close"], ["poll"], ["constructor"]])(
  "an action %s that only old entries have is shown as it is stored",
  (name) => {
    expect(actionName(name)).toBe(name);
    expect(actionName(`${name}.undo`)).toBe(`撤销：${name}`);
    expect(kindName(name)).toBe(name);
    expect(describeAction({ action: "content.remove", kind: name, target: "7" })).toBe(`移除了 ${name} #7`);
    expect(describeAction({ action: name, kind: "tag", target: "设计" })).toBe(`${name} 标签“设计”`);
  },
);
