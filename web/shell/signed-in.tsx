// The signed-in part: the data's cache and the application context, both of this user, inside the layout.
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import type { User } from "#shared/user.ts";
import { ApplicationContextProvider } from "../domain/application-context.tsx";
import { useUndoOffer } from "../domain/undo-offer.ts";
import { logout } from "../lib/api/session.ts";
import { dataConfig } from "../lib/api/use-data.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import { confirmLeave } from "../lib/navigation/navigation-guard.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { ConfirmProvider } from "../ui/dialog/confirm.tsx";
import { Layout } from "./layout.tsx";

const Undo = lazyComponent(() => import("./undo.tsx"), "Undo");

/** What one user has read is never shown to the next. */
const fresh = { ...dataConfig, provider: () => new Map() };

export function SignedInShell({
  menu,
  user,
  children,
}: {
  menu: readonly MenuScreen[];
  user: User;
  children: ReactNode;
}) {
  return (
    <SWRConfig key={user._id} value={fresh}>
      <ApplicationContextProvider>
        <ConfirmProvider>
          <Layout menu={menu} user={user} onLogout={() => void confirmLeave(logout)}>
            {children}
          </Layout>
          <Undoing />
        </ConfirmProvider>
      </ApplicationContextProvider>
    </SWRConfig>
  );
}

/** It outlives every navigation: only its time ends it. */
function Undoing() {
  const offer = useUndoOffer();
  return <>{offer && <Undo key={offer.movement} offer={offer} />}</>;
}
