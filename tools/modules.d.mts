export type Side = 'server' | 'contract' | 'storefront' | 'console'
export type ModuleMap = Readonly<Record<string, readonly string[]>>
export const groups: Readonly<Record<string, string>>
export const foundations: Readonly<Record<Side, readonly string[]>>
export const apart: Readonly<Record<Side, readonly string[]>>
export const modules: Readonly<Record<Side, ModuleMap>>
export const upward: readonly (readonly [side: Side, module: string, used: string])[]
