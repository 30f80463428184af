// Chooses a file by a press or by dropping it; shows its name and size.
import { FileSpreadsheet, Upload, X } from "lucide-react";
import { type DragEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
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
  ref?: Ref<{ focus: () => void }>;
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
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const choose = (file: File | undefined) => file && onChange(file);
  const drag = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    setOver(isOver);
  };
  const Icon = value ? FileSpreadsheet : Upload;
  return (
    <Field {...{ label, error, hint, required }}>
      {(wiring) => (
        <div className={style.file}>
          <input
            {...wiring}
            ref={input}
            type="file"
            accept={accept}
            required={required}
            className={style.input}
            data-sr-only
            onChange={({ target }) => {
              choose(target.files?.[0]);
              // So that the same file can be chosen again after it was corrected.
              target.value = "";
            }}
          />
          <label
            htmlFor={wiring.id}
            className={style.area}
            data-over={over || dragged || undefined}
            onDragOver={(event) => drag(event, true)}
            onDragLeave={(event) => drag(event, false)}
            onDrop={(event) => {
              drag(event, false);
              choose(event.dataTransfer.files[0]);
            }}
          >
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
