// A label of 50 × 25 mm, as it is printed.
import style from "./label.module.css";
import type { DrawnBarcode, Label } from "./labels.ts";

export function LabelView({ label: { code, name, large, note }, drawn }: { label: Label; drawn: DrawnBarcode }) {
  const { path, width, height, module } = drawn;
  const isSquare = height > 1;
  return (
    <div className={style.label} data-square={isSquare || undefined} data-large={large}>
      <b>{name}</b>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${width * module}mm`, height: isSquare ? `${height * module}mm` : "100%" }}
        role="img"
        aria-label={code}
      >
        <path d={path} />
      </svg>
      <span>{[!large && code, note].filter(Boolean).join(" · ")}</span>
    </div>
  );
}
