import type { RefusalName } from '#contract/platform/refusal-tables/all.ts'

/** What a refusal may tell besides its sentence: the field, the number that was broken, the next step. */
export interface RefusalDetail {
  field?: string
  [fact: string]: unknown
}

/**
 * An expected "no". Anything else that is thrown is a defect and becomes a 500. It stands apart from the table of refusals: a browser is
 * told code and sentence with every answer, and need not load them all.
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
