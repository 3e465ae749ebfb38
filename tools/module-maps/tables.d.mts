export declare const tables: Readonly<Record<string, { owners: readonly string[]; readers: readonly string[] }>>
export declare const unused: readonly string[]
export declare const anyTable: readonly string[]
