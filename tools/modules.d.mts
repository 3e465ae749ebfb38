export const foundations: readonly string[]
export const serverModules: Record<string, readonly string[]>
export const storefrontFoundations: readonly string[]
export const storefrontFeatures: Record<string, readonly string[]>
