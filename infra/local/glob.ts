// Patterns as CloudFront and `aws s3 sync` have them.

/** The source of an expression: `*` stands for anything, slashes too, and `?` for one character. */
export const glob = (pattern: string): string =>
  pattern
    .replace(/[.+^$()|[\]{}\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
