// Choosing a picture: by its button, by dropping it, or by the camera of a phone; shown before it is sent.
import { Camera, ImagePlus, X } from "lucide-react";
import {
  type ComponentProps,
  type DragEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { sizeText } from "../lib/format.ts";
import { type Picked, pick } from "../lib/shrink.ts";
import { Button } from "./button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import style from "./image-field.module.css";

interface Props extends Pick<FieldProps, "label" | "error"> {
  value: Picked | undefined;
  onChange: (picked: Picked | undefined) => void;
  /** The picture there is already. */
  current?: string | undefined;
  /** What the picture shows. */
  alt: string;
  ref?: Ref<{ focus: () => void }>;
}

export function ImageField({ label, error, value, onChange, current, alt, ref }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useId();
  const [over, setOver] = useState(false);
  const choose = useLatest(onChange);
  const chosen = usePreview(value);
  const shown = chosen ?? (value ? undefined : current);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Field
      label={label}
      error={error}
      hint={value ? <Sizes of={value} /> : current ? "Choose another to replace it" : "PNG, JPEG or WebP"}
    >
      {(wiring) => (
        <div className={style.image}>
          <FileInput {...wiring} ref={input} onChoose={choose} />
          <label
            htmlFor={wiring.id}
            className={style.area}
            data-over={over || undefined}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={drop}
          >
            {shown ? (
              <img className={style.preview} src={shown} alt={alt} />
            ) : (
              <ImagePlus size={28} strokeWidth={1.5} aria-hidden="true" />
            )}
            <span className={style.words}>
              {shown ? "Change image" : "Choose an image"}
              <span className={style.drop}>, or drop it here</span>
            </span>
          </label>
          <div className={style.buttons}>
            <FileInput id={camera} capture="environment" onChoose={choose} />
            <label htmlFor={camera} className={style.camera}>
              <Camera size={18} aria-hidden="true" />
              Take a photo
            </label>
            {value && (
              <Button kind="plain" icon={X} onClick={() => onChange(undefined)}>
                {current ? "Keep the old image" : "Remove image"}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

function FileInput({ onChoose, ...rest }: ComponentProps<"input"> & { onChoose: (file: File | undefined) => void }) {
  return (
    <input
      {...rest}
      type="file"
      accept="image/*"
      className={style.input}
      onChange={({ target }) => {
        onChoose(target.files?.[0]);
        // The same file can be chosen again.
        target.value = "";
      }}
    />
  );
}

function Sizes({ of: { from, file } }: { of: Picked }) {
  if (!file) return from.name;
  return `${from.name}: ${sizeText(from.size)}, sent as ${sizeText(file.size)}`;
}

/** Makes a chosen file small; of several, the last one counts. */
function useLatest(onChange: Props["onChange"]) {
  const last = useRef<File>(undefined);
  return (from: File | undefined) => {
    if (!from) return;
    last.current = from;
    onChange({ from });
    void pick(from).then((picked) => last.current === from && onChange(picked));
  };
}

/** Address of what will be sent. */
function usePreview(value: Picked | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  const file = value?.file;
  useEffect(() => {
    if (!file) return setAddress(undefined);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
