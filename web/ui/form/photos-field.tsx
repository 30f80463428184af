// Several pictures, each chosen or taken by a press, and shown small.
import { Camera, X } from "lucide-react";
import { type PickedImage, resizeImage } from "../../lib/resize-image.ts";
import { IconButton } from "../button.tsx";
import { Image } from "../image.tsx";
import { Field } from "./field.tsx";
import { FileInput } from "./file-field.tsx";
import style from "./image-field.module.css";
import { pictures, usePreview } from "./image-field.tsx";

type Photos = readonly PickedImage[];

interface Props {
  label: string;
  hint: string;
  most: number;
  value: Photos;
  /** Called with what becomes of those that there are by then, since each is made smaller in its own time. */
  onChange: (change: (now: Photos) => PickedImage[]) => void;
}

export function PhotosField({ label, hint, most, value, onChange }: Props) {
  const choose = (from: File) => {
    onChange((now) => [...now, { from }]);
    void resizeImage(from).then((picked) => onChange((now) => now.map((one) => (one.from === from ? picked : one))));
  };
  return (
    <Field of={{ label, hint, error: value.find(({ problem }) => problem)?.problem }}>
      {(wiring) => (
        <div className={style.photos}>
          {value.map((one, at) => (
            <Photo
              // biome-ignore lint/suspicious/noArrayIndexKey: a photo has no name of its own, and no state
              key={at}
              of={one}
              name={`photo ${at + 1}`}
              onRemove={() => onChange((now) => now.filter(({ from }) => from !== one.from))}
            />
          ))}
          {value.length < most && (
            <>
              <FileInput {...wiring} accept={pictures} onChoose={choose} />
              <label htmlFor={wiring.id} className={style.camera}>
                <Camera size={18} aria-hidden="true" />
                Add a photo
              </label>
            </>
          )}
        </div>
      )}
    </Field>
  );
}

/** Photos that are stored, each leading to its whole. */
export const PhotoLinks = ({ photos }: { photos: readonly string[] }) => (
  <span className={style.photos}>
    {photos.map((src, at) => (
      <a key={src} href={src} target="_blank" rel="noreferrer" aria-label={`Photo ${at + 1}, opens in a new tab`}>
        <Image src={src} size={56} />
      </a>
    ))}
  </span>
);

function Photo({ of, name, onRemove }: { of: PickedImage; name: string; onRemove: () => void }) {
  const shown = usePreview(of);
  return (
    <span>
      <Image src={shown} size={56} />
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </span>
  );
}
