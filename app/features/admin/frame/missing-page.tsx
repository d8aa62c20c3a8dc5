import { LinkButton } from "#app/components/ui/button";
import { Illustration } from "#app/components/ui/illustration";
import { adminPaths } from "#app/features/admin/admin-paths";

/** Page for missing URLs of the console, or ones the role may not see; links to its home page. */
export function MissingPage({ message }: { message: string | undefined }) {
  return (
    <section className="error-screen">
      <Illustration name="not-found" />
      <p className="error-screen__status">404 Page Not Found</p>
      <h1 className="error-screen__title">找不到这个页面</h1>
      <p className="error-screen__description">{message}</p>
      <p className="error-screen__description">也可能你的角色看不到这一页，需要时请找站长。</p>
      <p className="error-screen__actions">
        <LinkButton to={adminPaths.home()}>回到工作台</LinkButton>
      </p>
    </section>
  );
}
