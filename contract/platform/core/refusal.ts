import type { RefusalName } from '#contract/platform/refusal-tables/all.ts'

/** Details of a refusal besides its message: the field, the limit that was exceeded, the next step. */
export interface RefusalDetail {
  field?: string
  [fact: string]: unknown
}

/**
 * An expected refusal. Any other error is a defect and becomes a 500. It is separate from the table of refusals, because a browser receives
 * code and message with every answer and need not load the table.
 */
export class Refusal extends Error {
  readonly reason: RefusalName
  readonly code: number
  readonly detail: RefusalDetail
  constructor(reason: RefusalName, { code, msg, detail = {} }: { code: number; msg: string; detail?: RefusalDetail }) {
    super(msg)
    this.name = 'Refusal'
    this.reason = reason
    this.code = code
    this.detail = detail
  }
}
