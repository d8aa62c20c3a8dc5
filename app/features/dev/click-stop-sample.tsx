import { useState } from "react";
import { Button } from "#app/components/ui/button";
import { ClickStop } from "#app/components/ui/click-stop";
import { GallerySection } from "./gallery-section";

/** A card that handles every click in it, except those on a button that stops propagation. */
export function ClickStopSample() {
  const [clicks, setClicks] = useState({ card: 0, button: 0 });
  const count = (what: keyof typeof clicks) => setClicks((now) => ({ ...now, [what]: now[what] + 1 }));
  return (
    <GallerySection title="点击不外传">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only demonstrates how clicks propagate */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <div className="card" onClick={() => count("card")}>
        <Button onClick={() => count("button")}>外传</Button>
        <ClickStop>
          <Button onClick={() => count("button")}>不外传</Button>
        </ClickStop>
        <output>{`卡片 ${clicks.card} 次，按钮 ${clicks.button} 次`}</output>
      </div>
    </GallerySection>
  );
}
