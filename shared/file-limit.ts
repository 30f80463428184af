// Limit of an uploaded file. Without schemas, since screens check it before anything is sent.

export const fileLimit = { bytes: 4 * 1024 * 1024, message: "At most 4 MB" } as const;
