import type { Fen } from '#contract/platform/core/money.ts'
import type { TestUser } from './test-user.ts'
import { yuanTextToFen } from './yuan.ts'

type RequestedLine = Parameters<TestUser['api']['quotation']['create']>[0]['lines'][number]
type OfferedLine = Parameters<TestUser['api']['consoleQuotation']['quote']>[0]['lines'][number]

/** A line of a request. What is left out is empty. */
export const createRequestedQuotationLine = (line: Partial<RequestedLine> & Pick<RequestedLine, 'goodsNum'>): RequestedLine => ({
  name: '',
  spec: '',
  unit: '',
  note: '',
  ...line,
})

/** The answer to a line with prices in yuan; without a credit price it is not sold on credit. */
export const createOfferedQuotationLine = (
  lineNo: number,
  skuId: string,
  sale: string,
  credit?: string,
): OfferedLine & { salePrice: Fen } => ({
  lineNo,
  outcome: 'OFFERED',
  skuId,
  salePrice: yuanTextToFen(sale),
  creditPrice: credit === undefined ? null : yuanTextToFen(credit),
  note: '',
})

/** The answer to a line that staff do not have. */
export const createRefusedQuotationLine = (lineNo: number, note = ''): OfferedLine => ({ lineNo, outcome: 'NOT_OFFERED', note })
