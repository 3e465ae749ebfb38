export type Side = 'server' | 'contract' | 'storefront' | 'console'
export type ModuleMap = Readonly<Record<string, readonly string[]>>
export declare const groups: Readonly<Record<string, string>>
export declare const foundations: Readonly<Record<Side, readonly string[]>>
export declare const apart: Readonly<Record<Side, readonly string[]>>
export declare const modules: Readonly<Record<Side, ModuleMap>>
export declare const upward: readonly (readonly [side: Side, module: string, used: string])[]
export declare const copiedWithComparison: readonly string[]
