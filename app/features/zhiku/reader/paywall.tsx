import { buttonClass, LinkButton } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Icon } from "#app/components/ui/icon";
import { Link } from "#app/components/ui/link";
import { readingMinutes } from "#app/components/ui/reading-time";
import type { ZhikuContentDetail } from "#app/contract/zhiku/content";
import { LoginLink } from "#app/features/login/login-link";
import { BuyForm } from "#app/features/zhiku/rights/buy-form";
import { PriceLine } from "#app/features/zhiku/rights/price-line";
import { scopeName } from "#app/features/zhiku/rights/right-states";
import { paths } from "#app/paths";
import type { LeadOffer, PaywallData } from "./load-paywall.server";

type Props = {
  paywall: PaywallData;
  content: ZhikuContentDetail;
  /** Number of files, including the original. */
  files: number;
};

/** Paywall at the end of the free text: what follows, why it is locked, and what opens it. */
export function Paywall({ paywall, content, files }: Props) {
  const { text, go, lead, others, all, refund, way } = paywall;
  return (
    <section className="zhiku-denied" aria-label="阅读全文">
      <Behind content={content} files={files} />
      <p className="zhiku-denied__why">{text}</p>
      {lead ? (
        <>
          <Offer lead={lead} paywall={paywall} />
          {refund ? (
            <p className="zhiku-denied__refund">
              <Icon name="shield" />
              {refund}
            </p>
          ) : null}
          <ul className="zhiku-denied__others">
            {others.map(({ id, name, price, days, to }) => (
              <li key={id}>
                <Link to={to}>
                  {name} <span className="numbers">{formatYuan(price)}</span> / {days} 天
                </Link>
              </li>
            ))}
            <li>{go?.to === all ? <Link to={go.to}>{go.label}</Link> : <Link to={all}>比较全部权益</Link>}</li>
            {go && go.to !== all ? (
              <li>
                <Link to={go.to}>{go.label}</Link>
              </li>
            ) : null}
            {go ? null : (
              <li>
                <LoginLink open>已经开通，登录</LoginLink>
              </li>
            )}
          </ul>
        </>
      ) : go ? (
        <LinkButton to={go.to} variant="primary" size="large">
          {go.label}
        </LinkButton>
      ) : (
        <LoginLink open className={buttonClass({ variant: "primary", size: "large" })}>
          登录
        </LoginLink>
      )}
      <ol className="zhiku-way" aria-label="读到全文的步骤">
        {way.map(({ label, done }) => (
          <li key={label} className={done ? "zhiku-way__step zhiku-way__step--done" : "zhiku-way__step"}>
            {done ? <Icon name="check" /> : null}
            {label}
            {done ? <span className="visually-hidden">，已完成</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Offer({ lead, paywall: { terms, back } }: { lead: LeadOffer; paywall: PaywallData }) {
  const scope = scopeName(lead.category);
  return (
    <div className="zhiku-denied__offer">
      <p className="zhiku-denied__name">{lead.name}</p>
      <PriceLine offer={lead} />
      <p className="zhiku-denied__opens">
        打开“{scope}”{lead.opens === null ? "的全部资料" : `的 ${lead.opens} 篇资料`}和文件
      </p>
      <BuyForm offer={lead} terms={terms} action={paths.zhikuRights({ back })} back={back} />
    </div>
  );
}

/** Number of chapters shown before the rest is collapsed; a few more are not collapsed. */
const CHAPTERS_SHOWN = 6;
const WORTH_FOLDING = 3;

/** Facts of the locked part, in numbers counted when the document was written. */
function Behind({ content, files }: Pick<Props, "content" | "files">) {
  const { headings, tableCount, pictureCount, length } = content;
  const top = Math.min(...headings.map(({ level }) => level));
  const chapters = headings.filter(({ level, shut }) => shut && level === top);
  const facts = [
    [chapters.length, "章"],
    [tableCount, "张表格"],
    [pictureCount, "幅图"],
    [files, "个文件"],
  ] as const;
  return (
    <>
      <p className="zhiku-denied__rest" aria-hidden="true">
        <span />
        <span />
        <span />
      </p>
      <h2 className="zhiku-denied__title">
        <Icon name="lock" />
        {chapters.length > 0 ? "后面还有" : "全文在后面"}
      </h2>
      <ul className="zhiku-denied__facts">
        {facts.map(([value, word]) =>
          value > 0 ? (
            <li key={word}>
              <b className="numbers">{value}</b> {word}
            </li>
          ) : null,
        )}
        <li>
          <b className="numbers">{readingMinutes(length)}</b> 分钟读完全文
        </li>
      </ul>
      {chapters.length > 0 ? <Chapters chapters={chapters} /> : null}
    </>
  );
}

function Chapters({ chapters }: { chapters: ZhikuContentDetail["headings"] }) {
  const shown = chapters.length < CHAPTERS_SHOWN + WORTH_FOLDING ? chapters.length : CHAPTERS_SHOWN;
  const [first, rest] = [chapters.slice(0, shown), chapters.slice(shown)];
  return (
    <div className="zhiku-chapters">
      <ul className="zhiku-chapters__list">{first.map(chapter)}</ul>
      {rest.length > 0 ? (
        <details>
          <summary>还有 {rest.length} 章</summary>
          <ul className="zhiku-chapters__list">{rest.map(chapter)}</ul>
        </details>
      ) : null}
    </div>
  );
}

const chapter = ({ id, text }: { id: string; text: string }) => (
  <li key={id}>
    <Icon name="lock" />
    {text}
  </li>
);
