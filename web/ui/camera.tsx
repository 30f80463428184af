// Scanning by camera, one code after another: the picture, the last code, and room for its controls.
import { Camera as CameraIcon, CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useCamera } from "../lib/scan/camera.ts";
import { scanFeedback } from "../lib/scan/scan-feedback.ts";
import { Scanner } from "../lib/scan/scanner.ts";
import { Button } from "./button.tsx";
import style from "./camera.module.css";
import { Dialog, DialogBody } from "./dialog/dialog.tsx";
import { Banner } from "./page/banner.tsx";

/** Whether a code was accepted, and the text shown and spoken. */
export interface ScanResult {
  ok: boolean;
  text: string;
}

interface Props {
  onCode: (code: string) => ScanResult | Promise<ScanResult>;
  onClose: () => void;
  /** Below the last code: its quantity, the list so far. */
  children?: ReactNode;
}

export function Camera({ onCode, onClose, children }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [taken, setTaken] = useState<ScanResult>();
  const take = async (code: string) => {
    const result = await onCode(code);
    scanFeedback(result.ok);
    setTaken(result);
  };
  const { ready, problem } = useCamera(video, take);
  return (
    <Dialog local title="Scan" tall onClose={onClose}>
      <Scanner onScan={take} />
      <DialogBody>
        {problem && <Banner tone="danger">{problem}</Banner>}
        {!problem && (
          <div className={style.view} data-ready={ready || undefined}>
            <video ref={video} className={style.video} muted playsInline aria-label="Camera" />
            <span className={style.line} aria-hidden="true" />
          </div>
        )}
        <LastScan taken={taken} waiting={ready} />
        {children}
        <div className={style.foot}>
          <Button kind="filled" onClick={onClose} data-first>
            Done
          </Button>
        </div>
      </DialogBody>
    </Dialog>
  );
}

function LastScan({ taken, waiting }: { taken: ScanResult | undefined; waiting: boolean }) {
  const Icon = taken ? (taken.ok ? CircleCheck : CircleAlert) : CameraIcon;
  return (
    <p role="status" className={style.result} data-tone={taken && (taken.ok ? "ok" : "danger")}>
      <Icon size={20} aria-hidden="true" />
      {taken?.text ?? (waiting ? "Hold a barcode in front of the camera." : "The camera is starting.")}
    </p>
  );
}
