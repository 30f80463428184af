// The user's guide over a screen: the jobs of that screen first, or one that was searched for; steps, pictures and terms.
import { Fragment, useEffect, useState } from "react";
import { useSession } from "../../lib/api/session.ts";
import { Button } from "../../ui/button.tsx";
import { DefinitionList } from "../../ui/definition-list.tsx";
import { Dialog, DialogBody, DialogFoot } from "../../ui/dialog/dialog.tsx";
import { Empty } from "../../ui/page/empty.tsx";
import style from "./guide.module.css";
import { jobsAt, type Guide as Pages, pictureOf } from "./guide-pages.ts";
import { readGuide } from "./read-guide.ts";

const pictures = import.meta.glob<string>("./pictures/*.jpg", { query: "?url", import: "default", eager: true });

interface Props {
  /** The path of a screen, or the title of a job. */
  at: string;
  onKeys: () => void;
  onClose: () => void;
}

export function Guide({ at, onKeys, onClose }: Props) {
  const { user } = useSession();
  const [guide, setGuide] = useState<Pages>();
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    readGuide().then(setGuide, () => setMissing(true));
  }, []);
  const { jobs, here } = jobsAt(guide?.jobs ?? [], at, user?.role ?? "executive");
  return (
    <Dialog local tall wide title="Guide" onClose={onClose}>
      <DialogBody>
        {missing && <Empty text="No connection, try again" />}
        {here > 0 && at.startsWith("/") && <h3>On this screen</h3>}
        {jobs.map(({ title, about, steps, shows }, index) => (
          <Fragment key={title}>
            {index === here && <h3>Other jobs</h3>}
            <details className={style.job} open={index === 0 && here > 0}>
              <summary>{title}</summary>
              <p>{about}</p>
              <ol>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              <img src={pictures[`./pictures/${pictureOf(title)}.jpg`]} alt={`Shows ${shows}`} loading="lazy" />
            </details>
          </Fragment>
        ))}
        {guide && (
          <details className={style.job} open={here === 0}>
            <summary>What the words mean</summary>
            <DefinitionList entries={Object.entries(guide.terms)} />
          </details>
        )}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onKeys}>Keyboard shortcuts</Button>
      </DialogFoot>
    </Dialog>
  );
}
