import { TextArea } from "#app/forms/text-area";

/** Newly created codes: shown only once, to copy or download. */
export function MadeCodes({ id, codes }: { id: number; codes: readonly string[] }) {
  return (
    <section className="admin-panel admin-panel--told" aria-labelledby="made-title">
      <h2 id="made-title">
        第 {id} 批的 {codes.length} 个兑换码
      </h2>
      <p role="status">请现在保存：本站不留原文，离开或刷新这一页之后就再也看不到了。</p>
      <TextArea
        label="兑换码"
        name="codes"
        defaultValue={codes.join("\n")}
        rows={Math.min(codes.length, 12)}
        readOnly
      />
      {/* The file is created from this page, because the server no longer has the codes. */}
      <p>
        <a className="button button--primary" href={fileOf(codes)} download={`兑换码-${id}.csv`}>
          存为 CSV
        </a>
      </p>
    </section>
  );
}

const fileOf = (codes: readonly string[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(
    `\uFEFF序号,兑换码\r\n${codes.map((code, at) => `${at + 1},${code}\r\n`).join("")}`,
  )}`;
