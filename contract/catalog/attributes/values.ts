import * as z from 'zod/mini'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { ATTRIBUTE_CHOICES_MAX, ATTRIBUTE_TEXT_VALUE_MAX, AttributeNumberValue, type CategoryAttribute, countDecimals } from './shapes.ts'

/** The value of one attribute of goods or of a SKU. It has the field of the attribute's kind and no other. */
export const AttributeValue = z.strictObject({
  attributeId: Id,
  choiceIds: z.optional(z.array(Id).check(z.maxLength(ATTRIBUTE_CHOICES_MAX, `最多选择 ${ATTRIBUTE_CHOICES_MAX} 个选项`))),
  number: z.optional(AttributeNumberValue),
  text: z.optional(Text(ATTRIBUTE_TEXT_VALUE_MAX)),
  yes: z.optional(z.boolean('请选择是或否')),
})
export type AttributeValue = z.output<typeof AttributeValue>

/** A problem of the value of an attribute, for people. */
export interface AttributeValueProblem {
  attributeId: string
  name: string
  reason: string
  /** Whether a required value is missing, rather than wrong. */
  missing?: true | undefined
}

/** Whether a value is empty. */
export const isEmptyAttributeValue = ({ choiceIds = [], number, text = '', yes }: AttributeValue): boolean =>
  choiceIds.length === 0 && number === undefined && text.trim() === '' && yes === undefined

const fieldOf = { choice: 'choiceIds', number: 'number', text: 'text', boolean: 'yes' } as const

function choiceReason({ choices, multiple }: CategoryAttribute, choiceIds: readonly string[]): string | undefined {
  const known = new Set(choices.map(({ choiceId }) => choiceId))
  if (choiceIds.some((id) => !known.has(id))) return '选项不存在或已删除，请重新选择'
  if (new Set(choiceIds).size !== choiceIds.length) return '同一个选项只能选一次'
  return multiple || choiceIds.length <= 1 ? undefined : '只能选一个选项'
}

function numberReason({ decimals, lower, upper, unit }: CategoryAttribute, value: number): string | undefined {
  if (countDecimals(value) > decimals) return decimals === 0 ? '须为整数' : `最多 ${decimals} 位小数`
  if (lower !== null && value < lower) return `不能小于 ${formatAttributeNumber(lower, unit)}`
  return upper !== null && value > upper ? `不能大于 ${formatAttributeNumber(upper, unit)}` : undefined
}

function reasonOf(attribute: CategoryAttribute, value: AttributeValue): string | undefined {
  const { choiceIds, number, text } = value
  const own = fieldOf[attribute.kind]
  const others = Object.values(fieldOf).filter((field) => field !== own && value[field] !== undefined)
  if (others.length > 0 || value[own] === undefined) return '值的类型与参数不符，请重新填写'
  if (choiceIds) return choiceReason(attribute, choiceIds)
  if (number !== undefined) return numberReason(attribute, number)
  if (text !== undefined && [...text].length > ATTRIBUTE_TEXT_VALUE_MAX) return `最多${ATTRIBUTE_TEXT_VALUE_MAX}字`
  return undefined
}

/**
 * Checks values against the attributes that the goods (those without `makesSkus`) or one of their SKUs (those with it) should have. Returns
 * every problem, in the order of the attributes; then values of attributes that do not belong here, and second values of one attribute.
 */
export function findAttributeValueProblems(
  attributes: readonly CategoryAttribute[],
  values: readonly AttributeValue[],
): AttributeValueProblem[] {
  const first = new Map<string, AttributeValue>()
  const surplus = values.filter((value) => {
    const repeated = first.has(value.attributeId)
    if (!repeated) first.set(value.attributeId, value)
    return repeated
  })
  const expected = new Map(attributes.map((attribute) => [attribute.attributeId, attribute]))
  const problems = attributes.flatMap((attribute): AttributeValueProblem[] => {
    const { attributeId, name, required } = attribute
    const value = first.get(attributeId)
    if (!value || isEmptyAttributeValue(value)) return required ? [{ attributeId, name, reason: '必填', missing: true }] : []
    const reason = reasonOf(attribute, value)
    return reason === undefined ? [] : [{ attributeId, name, reason }]
  })
  const strange = [...first.keys()].filter((attributeId) => !expected.has(attributeId))
  return [
    ...problems,
    ...strange.map((attributeId) => ({ attributeId, name: '', reason: '参数不在该分类的模板里' })),
    ...surplus.map(({ attributeId }) => ({ attributeId, name: expected.get(attributeId)?.name ?? '', reason: '同一个参数只能填一次' })),
  ]
}

/** Signs that follow their number without a space. Other units have a space before them. */
const CLOSE_UNITS = ['°', '′', '″', '%', '‰']
/** Formats a number with its unit: '22.5 mm', '30°'. */
export const formatAttributeNumber = (value: number, unit: string): string => {
  // A number with at most DECIMALS_MAX decimals is never written with an exponent.
  return unit === '' || CLOSE_UNITS.includes(unit) ? `${value}${unit}` : `${value} ${unit}`
}

/** Formats a value for people: 'YG8、YG11C', '22.5 mm', '是'. Returns '' for no value and for choices that no longer exist. */
export function formatAttributeValue({ choices, unit }: Pick<CategoryAttribute, 'choices' | 'unit'>, value: AttributeValue): string {
  const { choiceIds, number, text = '', yes } = value
  if (choiceIds) {
    const names = new Map(choices.map(({ choiceId, name }) => [choiceId, name]))
    return choiceIds.flatMap((id) => names.get(id) ?? []).join('、')
  }
  if (number !== undefined) return formatAttributeNumber(number, unit)
  return yes === undefined ? text : yes ? '是' : '否'
}
