import { buttonClass, LinkButton } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import type { ZhikuDenial } from "#app/contract/zhiku/content";
import { LoginLink } from "#app/features/login/login-link";
import { paths } from "#app/paths";

/** Where a text ends for this reader: why, and what opens the rest. */
export function ZhikuDenied({ denial }: { denial: ZhikuDenial }) {
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
          <p>完善职业信息之后才能继续阅读</p>
          <LinkButton to={paths.zhikuError(401)} variant="primary">
            怎么完善
          </LinkButton>
        </>
      ) : (
        <>
          <p>全文需要订阅这一分类的权益</p>
          <LinkButton to={paths.zhikuError(403)} variant="primary">
            怎么订阅
          </LinkButton>
        </>
      )}
    </section>
  );
}
