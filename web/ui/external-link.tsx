// A link to another site: it opens a new tab, and says so.
import style from "./external-link.module.css";

interface Props {
  href: string;
  /** Short: "Amazon". */
  children: string;
  /** Its accessible name, which must make sense out of context: "Amazon listing of Terry Bib". */
  name?: string;
}

export function ExternalLink({ href, children, name = children }: Props) {
  return (
    <a
      className={style.link}
      data-letter={children[0]}
      href={href}
      target="_blank"
      rel="noreferrer"
      title={`${name}, opens in a new tab`}
      aria-label={`${name}, opens in a new tab`}
    >
      {children}
    </a>
  );
}
