export const serverModules: Record<string, readonly string[]>
