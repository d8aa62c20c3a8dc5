import { buttonClass, LinkButton } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Illustration } from "#app/components/ui/illustration";
import type { ZhikuDenial } from "#app/contract/zhiku/content";
import type { RightsOffer } from "#app/contract/zhiku/rights";
import { LoginLink } from "#app/features/login/login-link";
import { paths } from "#app/paths";

type Props = {
  denial: ZhikuDenial;
  /** What would open it. */
  offers: readonly RightsOffer[];
  categoryId: number;
  /** The page to come back to. */
  back: string;
};

const OFFERS_SHOWN = 3;

/** Where a text ends for this reader: why, and what opens the rest. */
export function Paywall({ denial, offers, categoryId, back }: Props) {
  return (
    <section className="zhiku-denied" aria-label="阅读全文">
      <Illustration name="locked" />
      {denial === "NOT_LOGIN" ? (
        <>
          <p>登录后查看您能阅读的部分</p>
          <LoginLink className={buttonClass({ variant: "primary" })}>登录</LoginLink>
        </>
      ) : denial === "USER_INFO_INCOMPLETE" ? (
        <>
          <p>知库面向从业者，填好职业信息就可以继续</p>
          <LinkButton to={paths.zhikuProfile(back)} variant="primary">
            完善职业信息
          </LinkButton>
        </>
      ) : (
        <>
          <p>全文需要这一分类的权益</p>
          <LinkButton to={paths.zhikuRights({ category: categoryId, back })} variant="primary">
            查看权益与价格
          </LinkButton>
        </>
      )}
      {offers.length > 0 ? (
        <ul className="zhiku-denied__offers">
          {offers.slice(0, OFFERS_SHOWN).map(({ id, name, price, days }) => (
            <li key={id}>
              {name} <strong className="numbers">{formatYuan(price)}</strong>
              <span className="zhiku-denied__days numbers">{days} 天</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
