// A password, which can be pasted and shown; a hint says when Caps Lock is on.
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import field from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";
import style from "./password-field.module.css";

export function PasswordField(props: ComponentProps<"input"> & FieldProps) {
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const checkCapsLock = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field of={caps ? { ...props, hint: "Caps Lock is on" } : props}>
      {(control) => (
        <span className={style.password}>
          <input
            {...control}
            type={shown ? "text" : "password"}
            spellCheck={false}
            autoCapitalize="none"
            className={field.control}
            onKeyDown={checkCapsLock}
            onKeyUp={checkCapsLock}
          />
          <button
            type="button"
            className={field.inset}
            aria-label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
          >
            <Icon size={18} aria-hidden="true" />
          </button>
        </span>
      )}
    </Field>
  );
}
