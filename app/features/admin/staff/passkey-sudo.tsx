import { useSubmit } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "#app/components/ui/button";
import { FlashMessage } from "#app/components/ui/flash-message";
import { NETWORK_MESSAGE } from "#app/contract/codes";

/** Verifies staff with their passkey, if the browser supports it; submits the page's form with the result. */
export function PasskeySudo({ next }: { next: string }) {
  const submit = useSubmit();
  const [able, setAble] = useState(false);
  const [failed, setFailed] = useState("");
  useEffect(() => setAble(typeof PublicKeyCredential !== "undefined"), []);
  if (!able) return null;
  const press = async () => {
    setFailed("");
    const ceremony = await import("#app/features/passkey/ceremony").catch(() => null);
    if (!ceremony) return setFailed(NETWORK_MESSAGE);
    try {
      submit({ credential: await ceremony.signWithPasskey("proof"), next }, { method: "post" });
    } catch (error) {
      if (!(error instanceof ceremony.PasskeyError)) throw error;
      setFailed(error.message);
    }
  };
  return (
    <div className="form">
      {failed ? <FlashMessage kind="error" message={failed} /> : null}
      <div className="actions">
        <Button icon="passkey" onClick={press}>
          用通行密钥确认
        </Button>
      </div>
    </div>
  );
}
