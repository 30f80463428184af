// The frame of a screen outside the signed-in layout: the product's name, the user, and the screen.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Logo } from "../logo.tsx";
import { OfflineBanner } from "./offline.tsx";
import style from "./standalone-layout.module.css";

export function StandaloneLayout({ user, children }: { user: ReactNode; children: ReactNode }) {
  return (
    <div className={style.frame} data-scroll>
      <header className={style.top}>
        <Link to="/" className={style.brand}>
          <Logo />
          Inventory Manager
        </Link>
        <p className={style.user}>{user}</p>
      </header>
      <main className={style.main}>
        <OfflineBanner />
        {children}
      </main>
    </div>
  );
}
