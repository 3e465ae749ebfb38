export declare const tables: Readonly<Record<string, { owners: readonly string[]; readers: readonly string[] }>>
export declare const unused: readonly string[]
export declare const anyTable: readonly string[]
export declare const views: Readonly<Record<string, { owner: string; readers: readonly string[]; tables: readonly string[] }>>
export declare const triggers: Readonly<Record<string, { on: string; writes: readonly string[] }>>
