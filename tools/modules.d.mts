export const foundations: readonly string[]
export const serverModules: Record<string, readonly string[]>
