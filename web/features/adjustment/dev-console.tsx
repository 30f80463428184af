// The developer console: uploads a stock count, which sets the stock at the close of its day.
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import * as v from "valibot";
import { AdjustmentForm, adjustmentColumns } from "#shared/adjustment.ts";
import { fileLimit } from "#shared/limits.ts";
import { mayAct } from "#shared/role.ts";
import { useCorrection } from "../../domain/correction.ts";
import { useSending } from "../../domain/pending.ts";
import { isWhole } from "../../domain/whole-items.ts";
import { saveReturnPath, useSession } from "../../lib/api/session.ts";
import { dayText, sizeText, today, useToday } from "../../lib/format.ts";
import { submitOnEnter } from "../../lib/forms/enter-key.ts";
import { type Handover, useField, useForm } from "../../lib/forms/use-form.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmProvider, useConfirm } from "../../ui/dialog/confirm.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FileField } from "../../ui/form/file-field.tsx";
import { Logo } from "../../ui/logo.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { DeviceBanners } from "../../ui/page/device-banners.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { Progress } from "../../ui/progress.tsx";
import { type Upload, useAdjustment } from "./adjustment-posting.ts";
import { AdjustmentSummary, type AppliedAdjustment, WrongRows } from "./adjustment-summary.tsx";
import style from "./dev-console.module.css";

const fileTypes = ".xlsx,.csv";
const UploadForm = v.object({
  date: v.pipe(
    AdjustmentForm.entries.date,
    v.check((day) => day <= today(), "Not later than today"),
  ),
  file: v.pipe(
    v.file("Choose a file"),
    v.check(
      ({ name }) => fileTypes.split(",").some((extension) => name.toLowerCase().endsWith(extension)),
      "Choose an .xlsx or .csv file",
    ),
    v.maxSize(fileLimit.bytes, fileLimit.message),
  ),
});

export function DevConsole() {
  const { token, user } = useSession();
  useSending(isWhole);
  const signedIn = token && user ? user : undefined;
  return (
    <ConfirmProvider>
      <StandaloneLayout user={signedIn ? `${signedIn.name} @${signedIn.username}` : "Not signed in"}>
        <Page title="Developer Console">
          {!signedIn && (
            <Banner
              tone="warn"
              action={
                <ButtonLink to="/login" onClick={() => saveReturnPath("/dev/console", user?._id)}>
                  Sign in
                </ButtonLink>
              }
            >
              You are not signed in. Uploading requires an account with the root role.
            </Banner>
          )}
          {signedIn && !mayAct(signedIn.role, "root") && (
            <Banner tone="warn">Only root may adjust stock; you are signed in as {signedIn.role}.</Banner>
          )}
          <CountUpload key={user?._id} locked={!signedIn} />
        </Page>
      </StandaloneLayout>
    </ConfirmProvider>
  );
}

function CountUpload({ locked }: { locked: boolean }) {
  const confirm = useConfirm();
  const [applied, setApplied] = useState<AppliedAdjustment>();
  const [reversed, setReversed] = useState(false);
  const posting = useAdjustment((summary, { date, file }) => {
    setReversed(false);
    setApplied({ summary, date, file: file.name });
  });
  const day = useToday();
  const form = useForm({ schema: UploadForm, start: { date: today() } });
  const date = useField(form, "date");
  const file = useField(form, "file");
  useCorrection(
    "POST /v1/dev/stock-adjustment",
    form,
    ({ date }: Pick<Upload, "date">, { input }) => ({ date, file: input.file?.file as File }),
    posting.listRows,
  );

  // The table of wrong rows shows more.
  const problem = posting.wrongRows.length > 0 ? undefined : form.frame.problem;

  const confirmUpload = (upload: Upload) =>
    confirm({
      title: "Update stock data",
      text: `The stock at the close of ${dayText(upload.date)} will be set to the counts in "${upload.file.name}". Continue?`,
      detail: `${upload.file.name}, ${sizeText(upload.file.size)}. Stock that is not in the file${upload.skipCounted ? ", or was counted since," : ""} stays as it is.`,
      action: "Upload",
      harmless: true,
    });
  const send = async (upload: Upload, handover: Handover) =>
    (await confirmUpload(upload)) ? posting.post(upload, handover) : undefined;
  const submit = (skipCounted: boolean) =>
    form.submit(
      (upload, _, handover) => send({ ...upload, skipCounted }, handover),
      () => form.reset({ date: form.getValues("date") }),
    );

  return (
    <>
      <Card title="Update stock data">
        <form
          aria-label="Update stock data"
          noValidate
          onSubmit={submit(false)}
          onKeyDown={submitOnEnter}
          className={style.form}
        >
          {problem && <Banner tone="danger">{problem}</Banner>}
          <fieldset className={style.fields} disabled={locked}>
            <DateField
              label="Date"
              required
              max={day}
              hint="The day whose closing stock was counted"
              {...date}
              value={date.value ?? ""}
              onChange={(day) => {
                posting.clearWrongRows();
                date.onChange(day);
              }}
            />
            <FileField
              label="Stock report file"
              required
              accept={fileTypes}
              hint={`.xlsx or .csv with the columns ${Object.values(adjustmentColumns).join(", ")}; stock exports from this app work as they are`}
              {...file}
              onChange={(chosen) => {
                posting.clearWrongRows();
                file.onChange(chosen);
                // A chosen file is complete input: it is validated at once.
                file.onBlur();
              }}
            />
            {posting.progress !== undefined && <UploadProgress progress={posting.progress} />}
          </fieldset>
          <Button kind="filled" type="submit" busy={posting.busy} disabled={locked} className={style.button}>
            Upload
          </Button>
        </form>
      </Card>
      {posting.wrongRows.length > 0 && <WrongRows rows={posting.wrongRows} onSkipCounted={submit(true)} />}
      {applied && (
        <AdjustmentSummary
          key={applied.summary.movement}
          {...applied}
          reversed={reversed}
          onReversed={() => setReversed(true)}
        />
      )}
    </>
  );
}

/** `progress`: 0 to 1. */
function UploadProgress({ progress }: { progress: number }) {
  if (progress < 1) return <Progress value={progress}>{`Uploading ${Math.floor(progress * 100)} %`}</Progress>;
  return <Progress>Uploaded. Checking and posting the rows</Progress>;
}

/** The frame of a screen outside the signed-in layout: the product's name, the user, and the screen. */
function StandaloneLayout({ user, children }: { user: string; children: ReactNode }) {
  return (
    <div className={style.frame} data-scroll>
      <header className={style.top}>
        <Link to="/" className={style.brand}>
          <Logo />
          Inventory Manager
        </Link>
        <p className={style.user}>{user}</p>
      </header>
      <main className={style.main}>
        <DeviceBanners />
        {children}
      </main>
    </div>
  );
}
