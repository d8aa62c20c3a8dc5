import { buttonClass, LinkButton } from "#app/components/ui/button";
import { formatYuan } from "#app/components/ui/format-yuan";
import { Illustration } from "#app/components/ui/illustration";
import { LoginLink } from "#app/features/login/login-link";
import type { Wall } from "./wall.server";

/** Where a text ends for this reader: why, and what opens the rest. */
export function Paywall({ text, go, offers }: Wall) {
  return (
    <section className="zhiku-denied" aria-label="阅读全文">
      <Illustration name="locked" />
      <p>{text}</p>
      {go ? (
        <LinkButton to={go.to} variant="primary">
          {go.label}
        </LinkButton>
      ) : (
        <LoginLink open className={buttonClass({ variant: "primary" })}>
          登录
        </LoginLink>
      )}
      {offers.length > 0 ? (
        <ul className="zhiku-denied__offers">
          {offers.map(({ id, name, price, days }) => (
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
