export const tables: Readonly<Record<string, { owners: readonly string[]; readers: readonly string[] }>>
export const unused: readonly string[]
export const anyTable: readonly string[]
