// Chooses a file by a press or by dropping it; shows its name and size.
import { FileSpreadsheet, Upload, X } from "lucide-react";
import { type ComponentProps, type DragEvent, type Ref, useState } from "react";
import { sizeText } from "../../lib/format.ts";
import { Button } from "../button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import style from "./file-field.module.css";

interface Props extends Pick<FieldProps, "label" | "error" | "hint"> {
  value: File | undefined;
  onChange: (file: File | undefined) => void;
  /** File extensions, as in ".xlsx,.csv". */
  accept: string;
  required?: boolean;
  /** A file is being dragged near it. */
  dragged?: boolean;
  /** Shown instead of "Choose a file, or drop it here". */
  invitation?: string;
  ref?: Ref<HTMLInputElement>;
}

export function FileField({
  label,
  error,
  hint,
  required,
  dragged = false,
  invitation = "Choose a file, or drop it here",
  value,
  onChange,
  accept,
  ref,
}: Props) {
  const drop = useFileDrop(onChange, dragged);
  const Icon = value ? FileSpreadsheet : Upload;
  return (
    <Field of={{ label, error, hint, required, accept, ref }}>
      {({ "aria-required": _, ...control }) => (
        <div className={style.file}>
          {/* ARIA has no required files. */}
          <FileInput {...control} required={required} onChoose={onChange} />
          <label htmlFor={control.id} className={style.area} {...drop}>
            <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
            <span className={style.words}>
              <span className={style.name}>{value ? value.name : invitation}</span>
              {value && <span className={style.size}>{sizeText(value.size)}, press to choose another</span>}
            </span>
          </label>
          {value && (
            <Button kind="plain" icon={X} onClick={() => onChange(undefined)}>
              Remove file
            </Button>
          )}
          <span role="status" data-sr-only>
            {value && `${value.name}, ${sizeText(value.size)}`}
          </span>
        </div>
      )}
    </Field>
  );
}

type Choose = (file: File) => void;

/** For the keyboard and screen readers; its label is the area to press, styled beside it. */
export function FileInput({ onChoose, ...rest }: ComponentProps<"input"> & { onChoose: Choose }) {
  return (
    <input
      {...rest}
      type="file"
      data-sr-only
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        if (file) onChoose(file);
        // So that the same file can be chosen again after it was corrected.
        target.value = "";
      }}
    />
  );
}

/** Properties of an area on which a file can be dropped; `dragged`: one is being dragged near it. */
export function useFileDrop(onChoose: Choose, dragged = false) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  return {
    "data-over": over || dragged || undefined,
    onDragOver: (event: DragEvent) => drag(event, true),
    onDragLeave: (event: DragEvent) => drag(event, false),
    onDrop: (event: DragEvent) => {
      drag(event, false);
      const [file] = event.dataTransfer.files;
      if (file) onChoose(file);
    },
  };
}
