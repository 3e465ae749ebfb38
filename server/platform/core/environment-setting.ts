// The form of an environment setting, for the tables that list them.

/** `initial` is the default value. `unset` describes what happens if there is no value. */
export interface EnvironmentSetting {
  what: string
  initial?: string | number
  unset?: string
  /** For a whole number: the minimum and the maximum. */
  bounds?: readonly [number, number]
  /** Why the number may not be smaller, for the refusal of a smaller one. */
  leastBecause?: string
}

export type SettingTable = Readonly<Record<string, EnvironmentSetting>>

/** The ports that a setting may name. */
export const PORTS = [1, 65_535] as const
