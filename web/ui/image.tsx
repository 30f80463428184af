// A picture in a box of fixed size, beside its name; a missing or broken one leaves a placeholder of the same size.
import { Package } from "lucide-react";
import { useState } from "react";
import style from "./image.module.css";

interface Props {
  src?: string | undefined;
  size?: number | undefined;
}

export function Image({ src, size }: Props) {
  const [broken, setBroken] = useState<string>();
  const box = size ? { width: size, height: size } : undefined;
  if (!src || broken === src)
    return (
      <span className={style.placeholder} style={box}>
        <Package size={size ? size * 0.45 : 18} strokeWidth={1.75} aria-hidden="true" />
      </span>
    );
  return (
    <img
      className={style.image}
      style={box}
      src={src}
      alt=""
      width={size ?? 36}
      height={size ?? 36}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
    />
  );
}
