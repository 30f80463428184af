// The signed-in part: the data's cache and the application context, both of this user, inside the layout.
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import type { User } from "#shared/user.ts";
import { ContextProvider } from "./lib/context.tsx";
import { later } from "./lib/later.tsx";
import { leave } from "./lib/leave.ts";
import { useOffer } from "./lib/offer.ts";
import type { MenuPlace } from "./lib/places.ts";
import { logout } from "./lib/session.ts";
import { dataConfig } from "./lib/use-data.ts";
import { ConfirmProvider } from "./ui/confirm.tsx";
import { Layout } from "./ui/layout.tsx";

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
