// What DynamoDB is asked, in its own words: from fields and their values.

/** An empty string is an absent value. */
export const present = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== ""));

/** The row is there, was not deleted, and has these values. */
export const holding = (still: object = {}) => {
  const held = ["attribute_exists(#id)", "attribute_not_exists(deleted_at)"];
  const names: Record<string, string> = { "#id": "_id" };
  const values: Record<string, unknown> = {};
  for (const [index, [field, value]] of Object.entries(still).entries()) {
    names[`#s${index}`] = field;
    values[`:s${index}`] = value;
    held.push(`#s${index} = :s${index}`);
  }
  return {
    ConditionExpression: held.join(" AND "),
    ExpressionAttributeNames: names,
    ...(held.length > 2 && { ExpressionAttributeValues: values }),
  };
};

/** Sets fields and clears those that are empty, if `still` holds of a row that is there. */
export const changing = (fields: object, still: object = {}) => {
  const condition = holding(still);
  const names: Record<string, string> = { ...condition.ExpressionAttributeNames };
  const values: Record<string, unknown> = { ...condition.ExpressionAttributeValues };
  const set: string[] = [];
  const cleared: string[] = [];
  for (const [index, [field, value]] of Object.entries(fields).entries()) {
    if (value === undefined) continue;
    names[`#f${index}`] = field;
    if (value === "") cleared.push(`#f${index}`);
    else {
      set.push(`#f${index} = :f${index}`);
      values[`:f${index}`] = value;
    }
  }
  return {
    UpdateExpression: `SET ${set}${cleared.length > 0 ? ` REMOVE ${cleared}` : ""}`,
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
};
