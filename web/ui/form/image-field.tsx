// Chooses a picture by a press, by dropping it, or by the camera of a phone; shows a preview.
import { Camera, ImagePlus, X } from "lucide-react";
import { type Ref, useEffect, useId, useRef, useState } from "react";
import { sizeText } from "../../lib/format.ts";
import { type PickedImage, resizeImage } from "../../lib/resize-image.ts";
import { Button } from "../button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import { FileInput, useFileDrop } from "./file-field.tsx";
import style from "./image-field.module.css";

interface Props extends Pick<FieldProps, "label" | "error"> {
  value: PickedImage | undefined;
  onChange: (picked: PickedImage | undefined) => void;
  /** URL of the saved picture. */
  current?: string | undefined;
  alt: string;
  ref?: Ref<HTMLInputElement>;
}

export function ImageField({ label, error, value, onChange, current, alt, ref }: Props) {
  const [choose, drop] = useLatest(onChange);
  const chosen = usePreview(value);
  return (
    <Field of={{ label, error, hint: <Hint of={value} current={current} /> }}>
      {(wiring) => (
        <div className={style.image}>
          <FileInput {...wiring} ref={ref} accept={pictures} onChoose={choose} />
          <DropArea of={wiring.id} shown={chosen ?? (value ? undefined : current)} alt={alt} onChoose={choose} />
          <div className={style.buttons}>
            <TakePhoto onChoose={choose} />
            {value && (
              <Button kind="plain" icon={X} onClick={drop}>
                {current ? "Keep old image" : "Remove image"}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

const pictures = "image/*";

type Choose = (file: File) => void;

/** The label of the file input, so that a press opens it. */
function DropArea(props: { of: string; shown: string | undefined; alt: string; onChoose: Choose }) {
  const { of, shown, alt, onChoose } = props;
  const drop = useFileDrop(onChoose);
  return (
    <label htmlFor={of} className={style.area} {...drop}>
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
  );
}

/** Shown on touch screens, where a camera is likely. */
function TakePhoto({ onChoose }: { onChoose: Choose }) {
  const id = useId();
  return (
    <>
      <FileInput id={id} accept={pictures} capture="environment" onChoose={onChoose} />
      <label htmlFor={id} className={style.camera}>
        <Camera size={18} aria-hidden="true" />
        Take a photo
      </label>
    </>
  );
}

function Hint({ of, current }: { of: PickedImage | undefined; current: string | undefined }) {
  if (of?.file) return `${of.from.name}: ${sizeText(of.from.size)}, sent as ${sizeText(of.file.size)}`;
  return current && !of ? "Choose another to replace it" : "PNG, JPEG or WebP";
}

/** Resizes the chosen file; only the last one chosen counts, and none after it is removed. */
function useLatest(onChange: Props["onChange"]): [choose: Choose, drop: () => void] {
  const last = useRef<File>(undefined);
  const choose: Choose = (from) => {
    last.current = from;
    onChange({ from });
    void resizeImage(from).then((picked) => last.current === from && onChange(picked));
  };
  const drop = () => {
    last.current = undefined;
    onChange(undefined);
  };
  return [choose, drop];
}

function usePreview(value: PickedImage | undefined): string | undefined {
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
