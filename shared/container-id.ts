// The form in which Container IDs are compared. Apart from other names, which the app's first screens load.
import { normalised, plain } from "./name.ts";

/** Without blanks, hyphens and case: "MSKU 123456-7" is typed in many ways. */
export const containerForm = (container: string): string => {
  const name = normalised(plain(container));
  return name.replace(/[ -]/g, "") || name;
};
