/** How far the tests go. `landing`: before every change is merged; `release`: before a version is released, and every night (decision 52). */
type Tier = 'landing' | 'release'

const TIER: Tier = process.env.TIER === 'release' ? 'release' : 'landing'

/** Returns the value for the current tier: a number of cases, a list of moments. */
export const selectByTestTier = <T>(values: Readonly<Record<Tier, T>>): T => values[TIER]
