export declare const views: Readonly<Record<string, { owner: string; readers: readonly string[]; tables: readonly string[] }>>
export declare const triggers: Readonly<Record<string, { on: string; writes: readonly string[] }>>
