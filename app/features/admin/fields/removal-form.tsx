import { Form } from "@remix-run/react";
import { Button } from "#app/components/ui/button";

/** Form that removes a staff-written item from the site, or restores it. */
export function RemovalForm({ removed, what }: { removed: boolean; what: string }) {
  return (
    <Form method="post" className="admin-danger">
      <Button type="submit" name="intent" value={removed ? "restore" : "remove"} variant={removed ? "plain" : "danger"}>
        {removed ? "恢复" : "撤下"}这{what}
      </Button>
    </Form>
  );
}
