// How numbers are written, whatever the browser's or the Lambda's language.

/** 104265 as 1,04,265. A formatter of its own would cost every Lambda 15 ms as it starts. */
export const numberText = (value: number): string => value.toLocaleString("en-IN");

/** "1 record", "2,000 records". */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
