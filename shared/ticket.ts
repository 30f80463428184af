// Tickets, with which a form fetches a file.

/** Seconds in which a ticket is good for one download. */
export const ticketSeconds = 60;
