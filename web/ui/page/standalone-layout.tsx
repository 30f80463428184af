// Around a screen that stands outside the layout: the product's name, who is signed in, and the screen.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Logo } from "../logo.tsx";
import { Offline } from "./offline.tsx";
import style from "./standalone-layout.module.css";

export function StandaloneLayout({ who, children }: { who: ReactNode; children: ReactNode }) {
  return (
    <div className={style.frame} data-scroll>
      <header className={style.top}>
        <Link to="/" className={style.brand}>
          <Logo />
          Inventory Manager
        </Link>
        <p className={style.who}>{who}</p>
      </header>
      <main className={style.main}>
        <Offline />
        {children}
      </main>
    </div>
  );
}
