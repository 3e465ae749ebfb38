import type { ReadValues } from '#contract/people/verification/readings.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type FactField, factFields, formatFact, type LabelledPayloadField } from '#server/people/verification/submission-payload.ts'

export type ReadValueName = keyof ReadValues

const { agent, enterprise } = factFields

/** The values that can be read, in the order in which they are shown. */
export const readValueLabels: Readonly<Record<ReadValueName, FactField>> = {
  enterpriseName: enterprise.enterpriseName,
  creditCode: enterprise.creditCode,
  registeredCapital: enterprise.registeredCapital,
  foundDate: enterprise.foundDate,
  legalName: enterprise.legalName,
  registeredAddress: enterprise.registeredAddress,
  companyState: { label: '登记状态' },
  personName: agent.name,
  idNo: agent.idNo,
  validUntil: { label: '有效期至' },
}

/** Lists the values that were read with their labels, masked. */
export const listMaskedReadValues = (values: ReadValues): LabelledPayloadField[] =>
  keysOf(readValueLabels).flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ label: readValueLabels[name].label, value: formatFact(readValueLabels[name], value, 'masked') }]
  })
