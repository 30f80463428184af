// Export tickets (export.ts). Without schemas, because the web's downloads import it.

/** Seconds for which a ticket is valid. */
export const ticketSeconds = 60;
