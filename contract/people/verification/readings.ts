import * as z from 'zod/mini'

/** The papers that a service can read, and the purpose for which their pictures were uploaded. */
export const readableDocuments = {
  licence: { label: '营业执照', purpose: 'licence' },
  idFront: { label: '身份证人像面', purpose: 'idPhoto' },
  idBack: { label: '身份证国徽面', purpose: 'idPhoto' },
} as const
export type ReadableDocument = keyof typeof readableDocuments

/** Where values of a verification come from besides the person who fills in the form: a picture of a paper, or the register of companies. */
export const readingSources = { ...readableDocuments, register: { label: '工商登记' } } as const
export type ReadingSource = keyof typeof readingSources

const ReadText = z.optional(z.string())

/** What was read from a paper or found in the register. A value that was not there, or that could not be parsed, is left out. */
export const ReadValues = z.object({
  personName: ReadText,
  idNo: ReadText,
  /** The last day of an identity card, or 长期. */
  validUntil: ReadText,
  enterpriseName: ReadText,
  creditCode: ReadText,
  /** In 10,000 yuan. */
  registeredCapital: z.optional(z.number()),
  foundDate: ReadText,
  legalName: ReadText,
  registeredAddress: ReadText,
  /** The state in the register, such as 存续. */
  companyState: ReadText,
})
export type ReadValues = z.output<typeof ReadValues>
