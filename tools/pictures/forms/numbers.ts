/** The numbers of one product's drawing, as in the catalog. */
export type Dimensions = Record<string, number | string | boolean>

/** A length or count, which must be above 0. */
export const requirePositiveDimension = (numbers: Dimensions, key: string): number => {
  const value = numbers[key]
  if (typeof value !== 'number' || !(value > 0)) throw new Error(`${key}: a number above 0 is needed, not ${String(value)}`)
  return value
}

/** A count that may be 0. */
export const requireCountDimensionOrZero = (numbers: Dimensions, key: string): number => {
  const value = numbers[key]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw new Error(`${key}: a count is needed, not ${String(value)}`)
  return value
}

export const requireFlagDimension = (numbers: Dimensions, key: string): boolean => {
  const value = numbers[key]
  if (typeof value !== 'boolean') throw new Error(`${key}: true or false is needed, not ${String(value)}`)
  return value
}

export const requireTextDimension = (numbers: Dimensions, key: string): string => {
  const value = numbers[key]
  if (typeof value !== 'string' || value === '') throw new Error(`${key}: words are needed, not ${String(value)}`)
  return value
}

export const requireChoiceDimension = <T extends string>(numbers: Dimensions, key: string, among: readonly T[]): T => {
  const value = numbers[key]
  const found = among.find((one) => one === value)
  if (found === undefined) throw new Error(`${key}: one of ${among.join(', ')} is needed, not ${String(value)}`)
  return found
}

/** Rounds for the output, so that no picture depends on the last bit of a float. */
export const roundTo = (value: number, digits = 2): number => {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale + 0
}

const golden = 0.618033988749895

/** The n-th number of an even, endless sequence between 0 and 1: variation without randomness. */
export const computeEvenlySpreadNumber = (n: number, phase = 0): number => {
  const value = phase + (n + 1) * golden
  return value - Math.floor(value)
}
