/** A refusal: the class, which is sent as `code`, its message, and for protocol refusals the HTTP status. */
export type RefusalTable = Record<string, { code: number; msg: string; status?: number }>
