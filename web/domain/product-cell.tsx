// A product in one cell: picture, name and code. In its own file, so that screens that only need warehouse-name.tsx do not load it.
import { Image } from "../ui/image.tsx";
import style from "./product-cell.module.css";
import { NameOverCode } from "./product-name.tsx";

interface Props {
  image?: string | undefined;
  name: string;
  p_id: string;
}

export function ProductCell({ image, name, p_id }: Props) {
  return (
    <span className={style.pictured}>
      <Image src={image} />
      <NameOverCode name={name} p_id={p_id} />
    </span>
  );
}
