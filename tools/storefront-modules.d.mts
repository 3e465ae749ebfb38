export const storefrontFoundations: readonly string[]
export const storefrontFeatures: Record<string, readonly string[]>
