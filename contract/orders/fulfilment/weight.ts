/** The weight of a parcel: what its goods weigh, what a scale says, and whether both agree. All weights are whole grams. */

/** A carrier takes no heavier parcel, and a scale of a packing desk weighs none. */
export const PARCEL_GRAMS_MAX = 1_000_000
const GRAMS_OF_KG = 1_000
const PERCENT = 100

/** By how much a parcel may differ from its goods, for packaging and uneven goods: by the larger of both. */
export interface WeightTolerance {
  percent: number
  grams: number
}

/** No parcel weighs more, in grams: beyond it the weight of a SKU is a mistake. */
const EXPECTED_GRAMS_MAX = 2_000_000_000

/** What goods weigh; null if the weight of any of them is not known, or cannot be true. */
export function computeExpectedGrams(lines: readonly { weightGrams: number; units: number }[]): number | null {
  const packed = lines.filter(({ units }) => units > 0)
  if (packed.length === 0 || packed.some(({ weightGrams }) => weightGrams <= 0)) return null
  const sum = packed.reduce((grams, { weightGrams, units }) => grams + weightGrams * units, 0)
  return sum > EXPECTED_GRAMS_MAX ? null : sum
}

/** Whether a scale may say so of a parcel. A parcel without an expected weight is not compared. */
export const isWeightPlausible = (weighed: number, expected: number | null, { percent, grams }: WeightTolerance): boolean =>
  expected === null || Math.abs(weighed - expected) <= Math.max(grams, Math.floor((expected * percent) / PERCENT))

const HUNDREDTHS = 100

/** 12400 → '12.40 kg'; grams are rounded to ten, as scales of parcels show them. */
export function formatGramsAsKg(grams: number): string {
  const hundredths = Math.round((grams * HUNDREDTHS) / GRAMS_OF_KG)
  return `${Math.floor(hundredths / HUNDREDTHS)}.${String(hundredths % HUNDREDTHS).padStart(2, '0')} kg`
}

/** '应重 12.40 kg，实重 10.10 kg，请核对' */
export const formatWeightDifference = (weighed: number, expected: number): string =>
  `应重 ${formatGramsAsKg(expected)}，实重 ${formatGramsAsKg(weighed)}，请核对`

/**
 * Reads what a person types or a scale with a keyboard sends: '12.4', '12.40kg', '10100 g', 'ST,GS,+  12.40kg'. A number without a unit is
 * kilograms. undefined: it is no weight, or none that a parcel can have. More than four digits before the point are a number of something else.
 */
export function parseWeight(text: string): number | undefined {
  const bare = text.normalize('NFKC').replace(/\s+/g, '').toLowerCase()
  const [, digits = '', unit = 'kg'] = /^(?:(?:st|us),)?(?:(?:gs|nt),)?\+?(\d{1,7}(?:\.\d{1,3})?)(kg|g|千克|公斤|克)?$/.exec(bare) ?? []
  if (digits === '') return undefined
  const isGrams = unit === 'g' || unit === '克'
  if (!isGrams && Number.parseInt(digits, 10) > 9_999) return undefined
  const grams = Math.round(Number(digits) * (isGrams ? 1 : GRAMS_OF_KG))
  return grams >= 1 && grams <= PARCEL_GRAMS_MAX ? grams : undefined
}
