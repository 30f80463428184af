// The phone's rear camera, scanned for barcodes while a screen shows it.
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { confirmReads } from "./confirm-reads.ts";
import { type Detector, formats, nativeDetector } from "./native-detector.ts";

export const detector = async (): Promise<Detector> =>
  (await nativeDetector()) ?? (await import("./barcode-wasm.ts")).wasmDetector(formats);

/** Milliseconds between two reads: a code is confirmed in a quarter of a second, and the phone stays cool. */
const scanInterval = 80;

const problemTexts: Record<string, string> = {
  NotAllowedError: "The camera is not allowed here. Allow it in the browser's settings, or search instead.",
  NotFoundError: "This device has no camera. Search instead.",
  NotReadableError: "Another app uses the camera. Close it, or search instead.",
};
const otherProblem = "The camera cannot be used here. Search instead.";

const rearCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: "environment", width: { ideal: 1_280 }, height: { ideal: 720 } },
  });

const scanLoop = async (
  video: HTMLVideoElement,
  reader: Detector,
  signal: AbortSignal,
  onCode: (code: string) => void,
) => {
  const confirm = confirmReads();
  while (!signal.aborted) {
    const ready = video.readyState >= video.HAVE_CURRENT_DATA;
    const [found] = ready ? await reader.detect(video) : [];
    const code = confirm(found?.rawValue, performance.now());
    if (code !== undefined && !signal.aborted) onCode(code);
    await new Promise((resolve) => setTimeout(resolve, scanInterval));
  }
};

/** Shows the camera in the video while mounted, and calls back with every confirmed code. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onCode: (code: string) => void) {
  const [state, setState] = useState<{ problem?: string; ready: boolean }>({ ready: false });
  const take = useEffectEvent(onCode);

  useEffect(() => {
    const stopping = new AbortController();
    const stopLater = (stream: MediaStream) => {
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      if (stopping.signal.aborted) stop();
      else stopping.signal.addEventListener("abort", stop);
      return stream;
    };
    const begin = async () => {
      const [stream, reader] = await Promise.all([rearCamera().then(stopLater), detector()]);
      if (stopping.signal.aborted || !video.current) return;
      video.current.srcObject = stream;
      await video.current.play();
      setState({ ready: true });
      await scanLoop(video.current, reader, stopping.signal, take);
    };
    begin().catch((cause: { name?: string }) => {
      if (stopping.signal.aborted) return;
      console.error("Camera", cause);
      // The camera may already be on, but nothing would read it.
      stopping.abort();
      setState({ ready: false, problem: problemTexts[cause?.name ?? ""] ?? otherProblem });
    });
    return () => stopping.abort();
  }, [video]);
  return state;
}
