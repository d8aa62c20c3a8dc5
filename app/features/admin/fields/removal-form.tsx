import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";

/** Form that removes a staff-written item from the site, or restores it. */
export function RemovalForm({ removed, title, what }: { removed: boolean; title: string; what: string }) {
  return (
    <Form method="post" className="admin-danger">
      <Button type="submit" name="intent" value={removed ? "restore" : "remove"} variant={removed ? "plain" : "danger"}>
        {removed ? `恢复这${what}` : `撤下“${title}”`}
      </Button>
    </Form>
  );
}
