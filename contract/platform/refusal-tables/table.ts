/** A refusal: the class that travels as `code`, its sentence, and for refusals of the protocol their HTTP status. */
export type RefusalTable = Record<string, { code: number; msg: string; status?: number }>
