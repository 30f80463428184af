// After a sign-in with a password that was generated or set by somebody else: the user chooses another before anything else.
import { logout, useSession } from "../../lib/api/session.ts";
import { Button } from "../../ui/button.tsx";
import { OwnPasswordForm } from "./own-password.tsx";
import { SignInLayout } from "./sign-in-layout.tsx";

export function ChoosePassword() {
  const { user } = useSession();
  return (
    <SignInLayout
      title="Choose a password"
      text="Your current password was given to you. Choose your own before you continue."
    >
      {user && (
        <OwnPasswordForm user={user}>
          <Button kind="plain" onClick={() => void logout()}>
            Logout
          </Button>
        </OwnPasswordForm>
      )}
    </SignInLayout>
  );
}
