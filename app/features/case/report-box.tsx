import { Button, buttonClass } from "#app/components/ui/button";
import { Icon } from "#app/components/ui/icon";
import type { CaseDetail } from "#app/contract/content/case";
import { LoginLink } from "#app/features/login/login-link";
import { useRoot } from "#app/hooks/root";
import { formatBytes } from "#runtime/format-bytes";

type Props = { report: NonNullable<CaseDetail["report"]>; error?: string | undefined };

/** Download of a case's report, for members. */
export function ReportBox({ report, error }: Props) {
  const viewer = useRoot()?.viewer;
  return (
    <section className="card report-box" id="report" aria-labelledby="report-title">
      <h2 className="card__title" id="report-title">
        案例报告
      </h2>
      <p className="report">
        <Icon name="file" className="report__icon" />
        <span className="report__name">{report.fileName}</span>
        <span className="report__size numbers">{formatBytes(report.bytes)}</span>
      </p>
      {viewer ? (
        // The response is a file: the browser downloads it and stays on the page.
        <form method="post">
          <Button type="submit" variant="primary" icon="download">
            下载报告
          </Button>
        </form>
      ) : (
        <LoginLink className={buttonClass({ variant: "primary" })}>
          <Icon name="download" />
          下载报告
        </LoginLink>
      )}
      {error ? (
        <p className="field__error" role="alert">
          <Icon name="warning" />
          {error}
        </p>
      ) : null}
    </section>
  );
}
