// Export tickets (export.ts). Without schemas, because the web's downloads import it.

export const ticketSeconds = 60;
