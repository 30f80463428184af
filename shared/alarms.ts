// What each alarm means, in the words of the status screen. docs/operations.md says what to do.

export const alarmMeanings: Readonly<Record<string, string>> = {
  errors: "Requests fail through a fault of the server.",
  throttles: "Requests are refused because there are too many.",
  slow: "A request, or the nightly run, took nearly as long as it may.",
  refusals: "What people post is refused as wrong: the app and the server do not fit.",
  sessions: "People are signed out, and again after they have signed in.",
  screens: "Screens fail in the app, or its worker does.",
  flood: "Far more requests arrive than people make.",
  reads: "Far more is read than people look at.",
  latency: "Requests take five seconds or more.",
  concurrency: "Nearly as many requests run at once as AWS allows.",
  "sign-ins": "Many sign-ins were refused: somebody forgot a password, or guesses one.",
  guessing: "Somebody guesses the password of one person, or has stolen a device token.",
  "dead-letters": "A nightly run could not start, or failed three times.",
  "snapshot-late": "No nightly run has succeeded for 26 hours.",
  mismatch: "Stock, or a closed day, differs from the ledger.",
};
