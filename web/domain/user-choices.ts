// The authors of the rows of a list, to filter it by: also users deleted since, whom GET /v1/users leaves out. Two features share it.
import { useMemo } from "react";
import type { UserTag } from "#shared/user.ts";

/** By name; rows are newest first, and whoever was renamed has the name of the newest. */
export function useUserChoices(rows: readonly { user: UserTag }[] | undefined) {
  return useMemo(() => {
    const users = new Map((rows ?? []).toReversed().map(({ user }) => [user._id, user]));
    return [...users.values()]
      .map(({ _id, name, username }) => ({ value: _id, label: `${name} @${username}` }))
      .sort((a, b) => a.label.localeCompare(b.label));
  }, [rows]);
}
