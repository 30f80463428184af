// A product in one cell: its picture, its name, and its code under it.
import { Image } from "./image.tsx";
import style from "./pictured.module.css";
import { TwoLines } from "./two-lines.tsx";

interface Props {
  image?: string | undefined;
  name: string;
  p_id: string;
}

export function Pictured({ image, name, p_id }: Props) {
  return (
    <span className={style.pictured}>
      <Image src={image} />
      <TwoLines note={p_id}>{name}</TwoLines>
    </span>
  );
}
