import { devApi } from "#app/contract/dev";
import { found } from "../../http/errors";
import { implement } from "../../http/implement";
import type { Fault } from "../../services/faults";

const KINDS: readonly string[] = ["delay", "lost", "error", "garbage"];

/** The fakes' inboxes and switches. Outside the demo there are no fakes: NOT_FOUND. */
export const dev = implement(devApi, {
  inbox: async (_, { fakes }) => [...found(fakes).sms.inbox()],

  async faults(_, { fakes }) {
    const faults = Object.entries(found(fakes)).map(([service, fake]) => [service, nameOf(fake.faults.current())]);
    return Object.fromEntries(faults);
  },

  wechatPage: async ({ query }, { fakes }) => found(fakes).wechat.page(query),

  async setFault({ body: { service, fault } }, { fakes }) {
    found(fakes)[service].faults.set(fault === null || fault === "" ? null : parseFault(fault));
    return null;
  },
});

const nameOf = (fault: Fault | null): string | null => (fault?.kind === "code" ? fault.code : (fault?.kind ?? null));

function parseFault(name: string): Fault {
  return KINDS.includes(name) ? { kind: name as "delay" } : { kind: "code", code: name };
}
