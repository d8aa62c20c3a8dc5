import { LinkButton } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { useHere } from "#app/components/ui/use-here";
import { paths } from "#app/paths";
import { AdminHead } from "./admin-head";

/** Submitted texts of a refused form, and the reason. */
export type TypedTexts = { code: string; message: string; texts: string[] };

/** Page that returns submitted texts without scripts, if the form's own page can't be shown now. */
export function TypedTextsPage({ code, message, texts }: TypedTexts) {
  const { path } = useHere();
  return (
    <div className="admin-narrow form">
      <AdminHead title="还没有保存" text={texts.length > 0 ? "写好的内容在下面，可以先复制下来。" : undefined} />
      <FlashMessage kind="error" message={message} />
      {texts.map((text) => (
        <textarea key={text} className="input" aria-label="写好的内容" rows={4} readOnly defaultValue={text} />
      ))}
      <p>
        {code === "NOT_LOGIN" ? (
          <LinkButton to={paths.login(path)} variant="primary" target="_blank">
            在新窗口登录
          </LinkButton>
        ) : null}{" "}
        <LinkButton to={path}>回到这一页</LinkButton>
      </p>
    </div>
  );
}
