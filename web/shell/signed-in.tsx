// The signed-in part: the data's cache and the application context, both of this user, inside the layout.
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import type { User } from "#shared/user.ts";
import { ContextProvider } from "../domain/application-context.tsx";
import { useOffer } from "../domain/undo-offer.ts";
import { logout } from "../lib/api/session.ts";
import { dataConfig } from "../lib/api/use-data.ts";
import { later } from "../lib/lazy.tsx";
import { leave } from "../lib/navigation/navigation-guard.ts";
import type { MenuPlace } from "../lib/navigation/screens.ts";
import { ConfirmProvider } from "../ui/dialog/confirm.tsx";
import { Layout } from "./layout.tsx";

const Undo = later(() => import("./undo.tsx"), "Undo");

/** What one user has read is never shown to the next. */
const fresh = { ...dataConfig, provider: () => new Map() };

export function Inside({ menu, user, children }: { menu: readonly MenuPlace[]; user: User; children: ReactNode }) {
  return (
    <SWRConfig key={user._id} value={fresh}>
      <ContextProvider>
        <ConfirmProvider>
          <Layout menu={menu} user={user} onLogout={() => void leave(logout)}>
            {children}
          </Layout>
          <Undoing />
        </ConfirmProvider>
      </ContextProvider>
    </SWRConfig>
  );
}

/** It outlives every navigation: only its time ends it. */
function Undoing() {
  const offer = useOffer();
  return <>{offer && <Undo key={offer.movement} offer={offer} />}</>;
}
