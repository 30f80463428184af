// The address of a picklist's screen for picking; the day says where it is among the past ones.
export const pickPath = (id: string, day: string): string => `/picklist/${id}/pick?day=${day}`;
