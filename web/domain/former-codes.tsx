// The former P.IDs of a product, by which it is still found, each with a button to forget it.
import { X } from "lucide-react";
import { codesIn } from "#shared/product-code.ts";
import { saving, useMutation } from "../lib/api/use-mutation.ts";
import { findById } from "../lib/find-by-id.ts";
import { IconButton } from "../ui/button.tsx";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { useApplicationContext } from "./application-context.ts";
import style from "./former-codes.module.css";

export function FormerCodes({ id }: { id: string }) {
  const product = findById(useApplicationContext().product, id);
  const edit = useMutation("PATCH /v1/products/{id}", { messages: saving });
  const confirm = useConfirm();
  const codes = codesIn(product?.former);
  if (!product || codes.length === 0) return null;
  const forget = async (code: string) => {
    const yes = await confirm({
      title: `Forget ${code}`,
      text: `Scans, order files and sheets with ${code} will not find "${product.name}" any more. Continue?`,
      action: `Forget ${code}`,
    });
    if (yes) await edit.run({ path: { id }, body: { forget: code }, file: { image: undefined } });
  };
  return (
    <span className={style.codes} title="Former P.IDs">
      formerly
      {codes.map((code) => (
        <span key={code} className={style.code}>
          <bdi>{code}</bdi>
          <IconButton icon={X} label={`Forget ${code}`} onClick={() => void forget(code)} />
        </span>
      ))}
    </span>
  );
}
