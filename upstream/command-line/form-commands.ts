import { adminFormApi } from "#app/contract/admin/content/form";
import { adminSubmissionApi } from "#app/contract/admin/content/submission";
import type { CallData } from "#app/contract/endpoint";
import type { Command, Options } from "./command";
import { idIn } from "./read-options";
import { writeOut } from "./write-out";

/** Commands for forms and submissions. */
export const FORM_COMMANDS: Record<string, Command> = {
  "form list": {
    usage: "[--page 页]",
    text: "列出表单与答卷数，新的在前",
    example: "--page 2",
    run: ({ caller, options }) => caller(adminFormApi.list, { query: { page: Number(options.page ?? 1) } }),
  },
  "form notify": {
    usage: "--id 表单编号 [--ids 编号,编号]",
    text: "有新答卷时通知哪些工作人员（只有看得到答卷的）；不写 --ids 是谁也不通知",
    example: "--id 3 --ids 7,9",
    async run({ caller, options, flags }) {
      const params = { id: formOf(options) };
      const ids = options.ids ? options.ids.split(",") : [];
      const notify = ids.map((id) => idIn(id, "--ids 要用户编号，用逗号分开"));
      const form = (await caller(adminFormApi.get, { params })) as CallData<typeof adminFormApi.get>;
      const { title, description, fields, opensAt, closesAt, oncePerPerson, version } = form;
      const body = { title, description, fields, opensAt, closesAt, oncePerPerson, ...params, version, notify };
      await caller(adminFormApi.put, { body });
      return `${flags?.dryRun ? "会通知" : "将通知"} ${notify.length} 位`;
    },
  },
  "form export": {
    usage: "--id 表单编号 [--out 文件.csv]",
    text: "导出一份表单的全部答卷；不写 --out 就打印出来。--dry-run 只说有多少份",
    example: "--id 3 --out 答卷.csv",
    async run(asked) {
      const formId = formOf(asked.options);
      if (asked.flags?.dryRun) {
        const form = (await asked.caller(adminFormApi.get, { params: { id: formId } })) as CallData<
          typeof adminFormApi.get
        >;
        return `会导出 ${form.submissions.total} 份答卷`;
      }
      return writeOut(asked, (await asked.caller(adminSubmissionApi.export, { body: { formId } })) as Response);
    },
  },
};

/** Parses the option `id`. @throws BadUsage */
const formOf = ({ id }: Options): number => idIn(id, "--id 要一份表单的编号");
