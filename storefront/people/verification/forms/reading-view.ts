import { toComparedText } from '#contract/people/verification/checks.ts'
import type { ReadableDocument, ReadValues } from '#contract/people/verification/readings.ts'

/** A value for a field that was read from a picture or found in the register. */
export interface FieldReading {
  value: string | number
  source: 'picture' | 'register'
}

const sourceTexts: Record<FieldReading['source'], { same: string; other: string }> = {
  picture: { same: '由图片识别，请核对', other: '图片识别为' },
  register: { same: '由工商登记查询，请核对', other: '工商登记为' },
}

const isEmptyValue = (value: unknown): boolean => value === undefined || value === null || value === ''

const isSame = (read: string | number, value: unknown): boolean => toComparedText(String(read)) === toComparedText(String(value))

/**
 * What is said below a field: that its value was read, or the values that were read instead, which can be taken over. Of two equal values the first
 * is offered.
 */
export function describeFieldReadings(
  readings: readonly FieldReading[],
  value: unknown,
): { note: string | undefined; offers: { text: string; value: string | number }[] } {
  const same = readings.filter((reading) => !isEmptyValue(value) && isSame(reading.value, value))
  const others = readings.filter((reading) => !same.includes(reading))
  return {
    note: same[0] && sourceTexts[same[0].source].same,
    offers: others
      .filter((reading, at) => others.findIndex((other) => isSame(other.value, reading.value)) === at)
      .map((reading) => ({ text: sourceTexts[reading.source].other, value: reading.value })),
  }
}

/** The state of the reading of a picture, for the person who uploads it. */
export function describeDocumentReading({
  isUploaded,
  isReading,
  outcome,
  validUntil,
  refusal,
}: {
  isUploaded: boolean
  isReading: boolean
  outcome: 'read' | 'unreadable' | 'noAnswer' | undefined
  /** The last day of an identity card, which is no field of the form. */
  validUntil?: string | undefined
  refusal: string | undefined
}): string | undefined {
  if (!isUploaded) return '上传后由识别服务商识别并预填'
  if (isReading) return '正在识别图片…'
  if (outcome === 'read' && validUntil !== undefined) return `图片已识别，有效期至 ${validUntil}`
  if (outcome === 'read') return '图片已识别，请核对填入的内容'
  if (outcome === 'unreadable') return '没有识别出证件内容，请直接填写，或换一张清晰的图片'
  if (outcome === 'noAnswer') return '暂时不能识别，请直接填写'
  return refusal
}

/** The field of a form for each value. */
export type ReadFields = Partial<Record<keyof ReadValues, string>>

/** A picture of a form, and where its values belong. */
export interface DocumentOfForm {
  kind: ReadableDocument
  fileId: string
  fields: ReadFields
}

/**
 * Lists the fields that an answer about a picture changes: empty fields, and those that still have what the former answer has filled in (`filled`).
 * Such a value goes with its picture (`isGone`). What a person has typed stays. `values`: undefined while there is no answer.
 */
export function listPrefills({
  fields,
  values,
  isGone,
  filled,
  getValue,
}: {
  fields: ReadFields
  values: ReadValues | undefined
  isGone: boolean
  filled: ReadonlyMap<string, string | number>
  getValue: (field: string) => unknown
}): { field: string; value: string | number }[] {
  if (values === undefined && !isGone) return []
  return (Object.entries(fields) as [keyof ReadValues, string][]).flatMap(([name, field]) => {
    const current = getValue(field)
    const isFilled = filled.has(field) && filled.get(field) === current
    const value = values?.[name] ?? ''
    return (isEmptyValue(current) || isFilled) && value !== (current ?? '') ? [{ field, value }] : []
  })
}

/** The readings of each field: those of papers in their order, then that of the register. */
export function toReadingsByField(
  sources: readonly { source: FieldReading['source']; fields: ReadFields; values: ReadValues | undefined }[],
): Record<string, FieldReading[]> {
  const byField: Record<string, FieldReading[]> = {}
  for (const { source, fields, values } of sources)
    for (const [name, field] of Object.entries(fields)) {
      const value = values?.[name as keyof ReadValues]
      if (value === undefined) continue
      byField[field] = [...(byField[field] ?? []), { value, source }]
    }
  return byField
}
