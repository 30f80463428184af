// The signed-in part of the app: this user's cache and application context, around the layout.
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import type { User } from "#shared/user.ts";
import { CatalogueProvider } from "../domain/catalogue.tsx";
import { offeredOf, useUndoOffer } from "../domain/undo-offer.ts";
import { useRefreshFromOtherTabs } from "../lib/api/refresh.ts";
import { confirmLogout, onSessionEnd } from "../lib/api/session.ts";
import { dataConfig } from "../lib/api/use-data.ts";
import { lazyComponent } from "../lib/lazy.tsx";
import { confirmLeave } from "../lib/navigation/navigation-guard.ts";
import type { MenuScreen } from "../lib/navigation/screens.ts";
import { ConfirmProvider } from "../ui/dialog/confirm.tsx";
import { forgetWaysBack } from "../ui/page/page.tsx";
import { Layout } from "./layout.tsx";

const Undo = lazyComponent(() => import("./undo.tsx"), "Undo");

onSessionEnd(forgetWaysBack);

/** A new cache per user, so that one never sees another's data. */
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
      <CatalogueProvider>
        <ConfirmProvider>
          <Layout menu={menu} user={user} onLogout={() => void confirmLeave(confirmLogout)}>
            {children}
          </Layout>
          <Undoing />
          <OtherTabs />
        </ConfirmProvider>
      </CatalogueProvider>
    </SWRConfig>
  );
}

/** Reads the lists again that other tabs change. */
function OtherTabs() {
  useRefreshFromOtherTabs();
  return null;
}

/** The offer to undo, which outlives navigations until its time is over. */
function Undoing() {
  const offer = useUndoOffer();
  return <>{offer && <Undo key={offeredOf(offer)} offer={offer} />}</>;
}
