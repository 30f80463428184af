// A product in one cell: picture, name and code. In its own file, so that screens that only need warehouse-name.tsx do not load it.
import { Image } from "../ui/image.tsx";
import { TwoLines } from "../ui/table/two-lines.tsx";
import style from "./product-cell.module.css";

interface Props {
  image?: string | undefined;
  name: string;
  p_id: string;
}

export function ProductCell({ image, name, p_id }: Props) {
  return (
    <span className={style.pictured}>
      <Image src={image} />
      <TwoLines note={p_id}>{name}</TwoLines>
    </span>
  );
}
