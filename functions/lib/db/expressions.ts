// DynamoDB's condition and update expressions, built from fields and their values.

/** The fields that have a value; an empty string counts as none. */
export const withoutEmpty = (row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined && value !== ""));

/** The row exists, is not soft-deleted unless so expected, and has the expected values; undefined is expected to be missing. */
export const activeCondition = (expected: object = {}) => {
  const conditions = [
    "attribute_exists(#id)",
    ...("deleted_at" in expected ? [] : ["attribute_not_exists(deleted_at)"]),
  ];
  const names: Record<string, string> = { "#id": "_id" };
  const values: Record<string, unknown> = {};
  for (const [index, [field, value]] of Object.entries(expected).entries()) {
    names[`#s${index}`] = field;
    if (value === undefined) {
      conditions.push(`attribute_not_exists(#s${index})`);
      continue;
    }
    values[`:s${index}`] = value;
    conditions.push(`#s${index} = :s${index}`);
  }
  return {
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
};

/** The item has this version, 0 if there is none: for a Put of the whole item, whose version is the next one. */
export const versionCondition = (version: number) => ({
  ConditionExpression: version === 0 ? "attribute_not_exists(#version)" : "#version = :version",
  ExpressionAttributeNames: { "#version": "version" },
  ...(version > 0 && { ExpressionAttributeValues: { ":version": version } }),
});

/** Sets fields and removes those that are empty, if the row meets `activeCondition(expected)`. */
export const updateExpression = (fields: object, expected: object = {}) => {
  const condition = activeCondition(expected);
  const names: Record<string, string> = { ...condition.ExpressionAttributeNames };
  const values: Record<string, unknown> = { ...condition.ExpressionAttributeValues };
  const set: string[] = [];
  const removed: string[] = [];
  for (const [index, [field, value]] of Object.entries(fields).entries()) {
    if (value === undefined) continue;
    names[`#f${index}`] = field;
    if (value === "") removed.push(`#f${index}`);
    else {
      set.push(`#f${index} = :f${index}`);
      values[`:f${index}`] = value;
    }
  }
  return {
    UpdateExpression: [set.length > 0 && `SET ${set}`, removed.length > 0 && `REMOVE ${removed}`]
      .filter(Boolean)
      .join(" "),
    ConditionExpression: condition.ConditionExpression,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
};
