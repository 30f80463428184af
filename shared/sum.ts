// Sums of numbers, and of a number of each row.
export const sum = (numbers: readonly number[] = []): number => numbers.reduce((total, one) => total + one, 0);

export const sumBy = <Row>(rows: readonly Row[], numberOf: (row: Row) => number): number =>
  rows.reduce((total, row) => total + numberOf(row), 0);
