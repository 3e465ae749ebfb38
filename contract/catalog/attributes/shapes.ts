import * as z from 'zod/mini'
import { Id, IntegerId, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** The kinds of values that an attribute can have. */
export const attributeKinds = {
  choice: { label: '选项' },
  number: { label: '数值' },
  text: { label: '文字' },
  boolean: { label: '是/否' },
} as const
export type AttributeKind = keyof typeof attributeKinds

/** The largest number of attributes, of choices of one attribute, of other names of one choice, of sets, and of attributes of one set. */
export const ATTRIBUTES_MAX = 2_000
export const ATTRIBUTE_CHOICES_MAX = 500
export const CHOICE_SYNONYMS_MAX = 20
export const ATTRIBUTE_SETS_MAX = 500
export const ATTRIBUTE_SET_LINES_MAX = 60
/** The longest value of a text attribute, in characters. */
export const ATTRIBUTE_TEXT_VALUE_MAX = 200
/** Uses are counted up to this number. A list shows more of them as '1000+'. */
export const COUNTED_ATTRIBUTE_USES_MAX = 1_000

export const ATTRIBUTE_DECIMALS_MAX = 6
const NUMBER_MAX = 1_000_000_000

/** Counts the decimals of a number as it is written: 22.5 has one, 1e-7 has seven. */
export function countDecimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

/** A value of a number attribute, or one of its bounds. A double holds all of its digits. */
export const AttributeNumberValue = z.number('请填写数字').check(
  z.minimum(-NUMBER_MAX, '数字过小'),
  z.maximum(NUMBER_MAX, '数字过大'),
  z.refine((value) => countDecimals(value) <= ATTRIBUTE_DECIMALS_MAX, `最多 ${ATTRIBUTE_DECIMALS_MAX} 位小数`),
)

/** How the values of an attribute are used. An attribute has its usual uses, and each line of a set has its own. */
export const attributeFlags = {
  required: { label: '必填' },
  filterable: { label: '可筛选' },
  compared: { label: '参与对比' },
  makesSkus: { label: '区分规格' },
  onCard: { label: '显示在卡片上' },
} as const
export type AttributeFlag = keyof typeof attributeFlags
export type AttributeFlagValues = Record<AttributeFlag, boolean>

const flagShape = { required: z.boolean(), filterable: z.boolean(), compared: z.boolean(), makesSkus: z.boolean(), onCard: z.boolean() }

export const AttributeChoice = z.object({
  choiceId: Id,
  name: z.string(),
  /** Synonyms, which the search and the import also understand. */
  synonyms: z.array(z.string()),
})
export type AttributeChoice = z.output<typeof AttributeChoice>

const definition = {
  attributeId: Id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(keysOf(attributeKinds)),
  /** The unit of a number attribute; otherwise empty. */
  unit: z.string(),
  decimals: z.int(),
  /** A choice attribute that can have several values. */
  multiple: z.boolean(),
  ...flagShape,
}
const bounds = { lower: z.nullable(z.number()), upper: z.nullable(z.number()) }

/** An attribute for goods of a category: its definition, its choices in order, and its flags there. */
export const CategoryAttribute = z.object({ ...definition, ...bounds, choices: z.array(AttributeChoice) })
export type CategoryAttribute = z.output<typeof CategoryAttribute>

/** An attribute in the list of the console. */
export const AttributeRow = z.object({
  ...definition,
  /** Whether it is the hardness ruler of the home page. At most one attribute is. */
  ruler: z.boolean(),
  choiceCount: z.int(),
  setCount: z.int(),
  /** The number of goods with a value, counted up to COUNTED_USES_MAX. */
  goodsCount: z.int(),
  rowVersion: RowVersion,
})
export type AttributeRow = z.output<typeof AttributeRow>

export const AttributeDetail = z.object({
  ...AttributeRow.shape,
  ...bounds,
  choices: z.array(z.object({ ...AttributeChoice.shape, goodsCount: z.int() })),
  sets: z.array(z.object({ setId: Id, name: z.string() })),
})
export type AttributeDetail = z.output<typeof AttributeDetail>

/** A category that uses an attribute set, and its upper category. */
const SetCategory = z.object({ categoryId: IntegerId, name: z.string(), parentName: z.nullable(z.string()) })

export const AttributeSetRow = z.object({
  setId: Id,
  name: z.string(),
  lineCount: z.int(),
  categories: z.array(SetCategory),
  rowVersion: RowVersion,
})
export type AttributeSetRow = z.output<typeof AttributeSetRow>

export const AttributeSetDetail = z.object({
  ...AttributeSetRow.shape,
  /** In the order in which goods show them. */
  lines: z.array(z.object(definition)),
})
export type AttributeSetDetail = z.output<typeof AttributeSetDetail>

/** A category with its own set and that of its upper category, which also applies. */
export const CategoryOwnAndInheritedAttributeSet = z.object({
  ...SetCategory.shape,
  set: z.nullable(z.object({ setId: Id, name: z.string() })),
  inherited: z.nullable(z.object({ setId: Id, name: z.string() })),
  rowVersion: RowVersion,
})
export type CategoryOwnAndInheritedAttributeSet = z.output<typeof CategoryOwnAndInheritedAttributeSet>

/** The typed fields, each with its rule. Forms and server use the same. */
export const attributeFields = {
  code: RequiredText(40, '请填写参数编码').check(z.regex(/^[A-Za-z][A-Za-z0-9_-]*$/, '编码以字母开头，只能包含字母、数字、短横线和下划线')),
  name: RequiredText(30, '请填写参数名称'),
  unit: Text(12),
  decimals: z
    .int('小数位数为整数')
    .check(z.minimum(0, '小数位数不能小于 0'), z.maximum(ATTRIBUTE_DECIMALS_MAX, `最多 ${ATTRIBUTE_DECIMALS_MAX} 位小数`)),
  choiceName: RequiredText(60, '请填写选项名称'),
  synonym: RequiredText(60, '请填写同义词'),
  setName: RequiredText(40, '请填写模板名称'),
}
