import type { ButtonHTMLAttributes, ComponentProps, MouseEvent, ReactNode } from "react";
import { Icon } from "./icon";
import { Link } from "./link";

type Look = {
  /** `primary` once per view; `plain` has a border, `quiet` neither border nor background. */
  variant?: "primary" | "plain" | "quiet" | "soft" | "danger";
  size?: "small" | "large";
  /** Icon before the label, by its name in `sq`. */
  icon?: string;
  /** Full width of its container. */
  block?: boolean;
  children: ReactNode;
};

type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Whether what it does is under way: it refuses presses, but unlike a disabled button it keeps the focus. */
    busy?: boolean | undefined;
  };

/** A button; its `type` is `button` by default. */
export function Button({ variant, size, icon, block, busy, children, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { "aria-disabled": true, onClick: (event: MouseEvent) => event.preventDefault() })}
      className={buttonClass({ variant, size, block }, className)}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link styled as a button. */
export function LinkButton({
  variant,
  size,
  icon,
  block,
  children,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={buttonClass({ variant, size, block }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

type IconButtonProps = { icon: string; label: string } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">;

/** A square icon button; `label` is its accessible name. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={`icon-button ${className ?? ""}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

/** Button classes, for elements that can't use the components above. */
export function buttonClass(
  { variant = "plain", size, block }: Pick<Look, "variant" | "size" | "block">,
  className?: string,
): string {
  return ["button", `button--${variant}`, size && `button--${size}`, block && "button--block", className]
    .filter(Boolean)
    .join(" ");
}
