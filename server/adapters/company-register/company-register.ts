import type { ReadValues } from '#contract/people/verification/readings.ts'

/** What a register knows of a company. The same question gives the same answer for a while. */
export type RegisterFinding = { state: 'read'; values: ReadValues } | { state: 'notFound' }

/** A service that looks companies up in the register. */
export interface CompanyRegister {
  /**
   * Finds a company by its whole name or its 统一社会信用代码; `at` is the time of the request. Throws `GatewayRefusalError` if the account is refused
   * and `GatewayOutcomeUnknownError` if there was no usable answer: asking again later may help.
   */
  find(keyword: string, at: Date): Promise<RegisterFinding>
}
