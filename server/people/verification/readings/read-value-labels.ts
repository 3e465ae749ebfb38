import { maskCompanyName, maskCreditCode, maskIdNumber, maskPersonName } from '#contract/people/identity/masking.ts'
import type { ReadValues } from '#contract/people/verification/readings.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { type LabelledPayloadField, maskAddress } from '#server/people/verification/submission-payload.ts'

export type ReadValueName = keyof ReadValues

interface Label {
  label: string
  mask?: (text: string) => string
  unit?: string
}

/** The values that can be read, in the order in which they are shown. */
export const readValueLabels: Readonly<Record<ReadValueName, Label>> = {
  enterpriseName: { label: '企业名称', mask: maskCompanyName },
  creditCode: { label: '统一社会信用代码', mask: maskCreditCode },
  registeredCapital: { label: '注册资本', unit: '万元' },
  foundDate: { label: '成立日期' },
  legalName: { label: '法定代表人', mask: maskPersonName },
  registeredAddress: { label: '注册地址', mask: maskAddress },
  companyState: { label: '登记状态' },
  personName: { label: '姓名', mask: maskPersonName },
  idNo: { label: '身份证号', mask: maskIdNumber },
  validUntil: { label: '有效期至' },
}

/** A value as people read it, in clear or masked. */
export function formatReadValue(name: ReadValueName, value: string | number, shown: 'clear' | 'masked'): string {
  const { mask, unit } = readValueLabels[name]
  const text = shown === 'masked' && mask ? mask(String(value)) : String(value)
  return unit ? `${text} ${unit}` : text
}

/** Lists the values that were read with their labels, masked. */
export const listMaskedReadValues = (values: ReadValues): LabelledPayloadField[] =>
  keysOf(readValueLabels).flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [{ label: readValueLabels[name].label, value: formatReadValue(name, value, 'masked') }]
  })
