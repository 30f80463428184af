// The way from a product's name in a list to the product: beside the list on a desk, else its page. For managers.
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router-dom";
import { productPath, useDesk, useMaySeeProducts } from "./desk.ts";
import style from "./product-link.module.css";

interface Props {
  id: string;
  /** For a product that has no page, such as a deleted one. */
  off?: boolean;
  children: ReactNode;
}

export function ProductLink({ id, off = false, children }: Props) {
  const { open } = useDesk();
  const allowed = useMaySeeProducts();
  if (!allowed || off) return children;
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(id);
  };
  return (
    <Link to={productPath(id)} className={style.link} onClick={press}>
      {children}
    </Link>
  );
}
