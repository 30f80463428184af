// An order file that is dropped on Create Picklist, or cells that are pasted there, lead to the screen of order files.
import { FileSpreadsheet } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { useSheetInput } from "../../../domain/import/sheet-file.ts";
import { Banner } from "../../../ui/page/banner.tsx";
import { handOverFile } from "./order-file.ts";

/** `to`: the address of that screen. */
export function OrderDrop({ to }: { to: string }) {
  const navigate = useNavigate();
  const dragged = useSheetInput((file) => {
    handOverFile(file);
    navigate(to);
  });
  return dragged && <Banner icon={FileSpreadsheet}>Drop the order file to make a picklist from it</Banner>;
}
