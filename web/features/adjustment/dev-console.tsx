// The developer console: a counted stock is uploaded and becomes the books of its day.
import { useState } from "react";
import * as v from "valibot";
import { AdjustmentForm, adjustmentColumns } from "#shared/adjustment.ts";
import { fileLimit } from "#shared/field.ts";
import { mayAct } from "#shared/role.ts";
import { useUnknownOutcome } from "../../domain/unknown-outcome.tsx";
import { saveReturnPath, useSession } from "../../lib/api/session.ts";
import { dayText, sizeText, today } from "../../lib/format.ts";
import { useField, useForm } from "../../lib/forms/use-form.ts";
import { lazyComponent } from "../../lib/lazy.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ConfirmProvider, useConfirm } from "../../ui/dialog/confirm.tsx";
import { DateField } from "../../ui/form/date-field.tsx";
import { FileField } from "../../ui/form/file-field.tsx";
import { Banner } from "../../ui/page/banner.tsx";
import { Card, Page } from "../../ui/page/page.tsx";
import { StandaloneLayout } from "../../ui/page/standalone-layout.tsx";
import { type Asked, type Counted, isFileOf, useAdjustment } from "./adjustment-posting.ts";
import type { Done } from "./adjustment-summary.tsx";
import { FormStack } from "./form-stack.tsx";
import { Progress } from "./progress.tsx";

const AdjustmentSummary = lazyComponent(() => import("./adjustment-summary.tsx"), "AdjustmentSummary");
const WrongRows = lazyComponent(() => import("./adjustment-summary.tsx"), "WrongRows");
// What an upload did must not be lost because its part of the screen cannot be had by then.
AdjustmentSummary.preload();
WrongRows.preload();

const endings = ".xlsx,.csv";
/** While an upload has no answer only its own file may be sent. */
const uploadOf = (asked: Asked | undefined) =>
  v.object({
    date: v.pipe(
      AdjustmentForm.entries.date,
      v.check((day) => day <= today(), "Not later than today"),
    ),
    file: v.pipe(
      v.file("Choose a file"),
      v.check(
        ({ name }) => endings.split(",").some((ending) => name.toLowerCase().endsWith(ending)),
        "Neither .xlsx nor .csv",
      ),
      v.maxSize(fileLimit.bytes, fileLimit.message),
      v.check((file) => !asked || isFileOf(asked, file), "Not the file that was sent"),
    ),
  });

export function DevConsole() {
  const { token, user } = useSession();
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
              You are not signed in. Uploading needs an account of the role root.
            </Banner>
          )}
          {signedIn && !mayAct(signedIn.role, "root") && (
            <Banner tone="warn">Only root may adjust stock; you are signed in as {signedIn.role}.</Banner>
          )}
          <UpdateStockData key={user?._id} locked={!signedIn} />
        </Page>
      </StandaloneLayout>
    </ConfirmProvider>
  );
}

function UpdateStockData({ locked }: { locked: boolean }) {
  const confirm = useConfirm();
  const posting = useAdjustment();
  const [done, setDone] = useState<Done>();
  const [reversed, setReversed] = useState(false);
  const { asked, busy } = posting;
  const form = useForm({ schema: uploadOf(asked), start: { date: today() } });
  const date = useField(form, "date");
  const file = useField(form, "file");
  const show = (shown: Asked | undefined) =>
    shown ? form.setValue("date", shown.date) : form.reset({ date: today() });
  const unsure = useUnknownOutcome({ ...posting, show, look: "View Transactions" });
  // A reload forgets the file: it has to be chosen again.
  const lost = asked && !(file.value && isFileOf(asked, file.value));

  const ask = (counted: Counted) =>
    confirm({
      title: "Update stock data",
      text: `The stock at the close of ${dayText(counted.date)} becomes what "${counted.file.name}" says. Continue?`,
      detail: `${counted.file.name}, ${sizeText(counted.file.size)}. Rows that are not in the file stay as they are.`,
      action: "Upload",
      harmless: true,
    });
  const upload = async (counted: Counted) => {
    // What was confirmed already is only sent again.
    if (!asked && !(await ask(counted))) return;
    const result = await posting.run(counted);
    if (!result?.ok) return result;
    setReversed(false);
    setDone({ summary: result.answer, date: counted.date, file: counted.file.name });
    return result;
  };

  return (
    <>
      <Card title="Update stock data">
        <FormStack
          label="Update stock data"
          locked={locked || (unsure.locked && !lost)}
          // The table of wrong rows says more, and so does what an unknown outcome means.
          problem={posting.wrong.length > 0 || unsure.locked ? undefined : form.problem}
          onSubmit={form.submit(upload, () => form.reset({ date: form.getValues("date") }))}
          button={
            <>
              {unsure.button}
              <Button kind="filled" type="submit" busy={busy} disabled={locked}>
                {unsure.again ? "Try again" : "Upload"}
              </Button>
            </>
          }
        >
          {unsure.banner}
          <DateField
            label="Date"
            required
            disabled={unsure.locked}
            max={today()}
            hint="The day whose closing stock was counted"
            value={date.value ?? ""}
            onChange={date.onChange}
            onBlur={date.onBlur}
            error={date.error}
            ref={date.ref}
          />
          <FileField
            label="Stock report file"
            required
            accept={endings}
            hint={
              lost
                ? `Choose ${asked.file.name} again, as it was`
                : `.xlsx or .csv with the columns ${Object.values(adjustmentColumns).join(", ")}; our own stock exports fit`
            }
            value={file.value}
            onChange={(chosen) => {
              posting.forget();
              file.onChange(chosen);
              // What was chosen is whole, so it is judged at once.
              file.onBlur();
            }}
            error={file.error}
            ref={file.ref}
          />
          {posting.share !== undefined && <Sending share={posting.share} />}
        </FormStack>
      </Card>
      {posting.wrong.length > 0 && <WrongRows rows={posting.wrong} />}
      {done && (
        <AdjustmentSummary
          key={done.summary.movement}
          {...done}
          reversed={reversed}
          onReversed={() => setReversed(true)}
        />
      )}
    </>
  );
}

function Sending({ share }: { share: number }) {
  if (share < 1) return <Progress share={share}>{`Uploading ${Math.floor(share * 100)} %`}</Progress>;
  return <Progress>Uploaded. Checking and posting its rows</Progress>;
}
