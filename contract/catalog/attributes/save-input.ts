// The input of staff for saving an attribute or a set, with the rules that concern several fields.
import * as z from 'zod/mini'
import { Id, RowVersionIfAny } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import {
  ATTRIBUTE_CHOICES_MAX,
  ATTRIBUTE_SET_LINES_MAX,
  type AttributeFlag,
  type AttributeKind,
  AttributeNumberValue,
  attributeFields,
  attributeFlags,
  attributeKinds,
  CHOICE_SYNONYMS_MAX,
  countDecimals,
} from './shapes.ts'

const flag = (name: AttributeFlag) => z.boolean(`请选择是否${attributeFlags[name].label}`)
const usualFlag = (name: AttributeFlag) => z._default(flag(name), false)

const Choice = z.strictObject({
  /** The existing choice; left out: a new one. */
  choiceId: z.optional(Id),
  name: attributeFields.choiceName,
  synonyms: z.optional(
    z.array(attributeFields.synonym).check(z.maxLength(CHOICE_SYNONYMS_MAX, `每个选项最多 ${CHOICE_SYNONYMS_MAX} 个同义词`)),
  ),
})

const attributeShape = z.strictObject({
  /** The attribute to change; left out: a new one. */
  id: z.optional(Id),
  code: attributeFields.code,
  name: attributeFields.name,
  kind: z.enum(keysOf(attributeKinds), '请选择参数类型'),
  unit: z._default(attributeFields.unit, ''),
  decimals: z._default(attributeFields.decimals, 0),
  lower: z._default(z.nullable(AttributeNumberValue), null),
  upper: z._default(z.nullable(AttributeNumberValue), null),
  multiple: z._default(z.boolean('请选择是否可多选'), false),
  required: usualFlag('required'),
  filterable: usualFlag('filterable'),
  compared: usualFlag('compared'),
  makesSkus: usualFlag('makesSkus'),
  onCard: usualFlag('onCard'),
  ruler: z._default(z.boolean('请选择是否用作硬度标尺'), false),
  /** All of its choices in order. A choice that is left out is removed. */
  choices: z._default(z.array(Choice).check(z.maxLength(ATTRIBUTE_CHOICES_MAX, `一个参数最多 ${ATTRIBUTE_CHOICES_MAX} 个选项`)), []),
  rowVersion: RowVersionIfAny,
})
type Typed = z.output<typeof attributeShape>

/** A name without differences that people do not see: case, width and spaces. */
export const normaliseAttributeNameForComparison = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s/g, '')

interface Fault {
  path: (string | number)[]
  message: string
}

/** Why an attribute of this kind cannot have a flag; undefined if it can. */
export function getReasonAgainstAttributeFlag(
  { kind, multiple }: { kind: AttributeKind; multiple: boolean },
  name: AttributeFlag,
): string | undefined {
  if (name === 'filterable' && kind === 'text') return '文字参数不能用于筛选，请改用选项'
  if (name !== 'makesSkus') return undefined
  if (kind === 'text') return '文字参数不能区分规格，请改用选项'
  return multiple ? '可多选的参数不能区分规格' : undefined
}

function* repeatedNames({ choices }: Typed): Generator<Fault> {
  const seen = new Set<string>()
  for (const [at, { name, synonyms = [] }] of choices.entries()) {
    for (const [part, text] of [['name', name] as const, ...synonyms.map((synonym) => ['synonyms', synonym] as const)]) {
      if (seen.has(normaliseAttributeNameForComparison(text)))
        yield { path: ['choices', at, part], message: `“${text}”重复，选项名称和同义词不能相同` }
      seen.add(normaliseAttributeNameForComparison(text))
    }
  }
}

function* numberFaults({ kind, unit, decimals, lower, upper }: Typed): Generator<Fault> {
  if (kind !== 'number') {
    if (unit !== '') yield { path: ['unit'], message: '只有数值参数才有单位' }
    if (decimals !== 0) yield { path: ['decimals'], message: '只有数值参数才有小数位数' }
    if (lower !== null) yield { path: ['lower'], message: '只有数值参数才有下限' }
    if (upper !== null) yield { path: ['upper'], message: '只有数值参数才有上限' }
    return
  }
  for (const [name, bound] of Object.entries({ lower, upper }))
    if (bound !== null && countDecimals(bound) > decimals) yield { path: [name], message: `最多 ${decimals} 位小数` }
  if (lower !== null && upper !== null && lower > upper) yield { path: ['upper'], message: '上限不能小于下限' }
}

function* attributeFaults(typed: Typed): Generator<Fault> {
  const { kind, multiple, ruler, choices } = typed
  yield* numberFaults(typed)
  if (kind === 'choice' && choices.length === 0) yield { path: ['choices'], message: '请至少填写一个选项' }
  if (kind !== 'choice' && choices.length > 0) yield { path: ['choices'], message: '只有选项参数才有选项' }
  if (kind !== 'choice' && multiple) yield { path: ['multiple'], message: '只有选项参数才能多选' }
  if (ruler && kind !== 'choice' && kind !== 'number') yield { path: ['ruler'], message: '硬度标尺只能用选项参数或数值参数' }
  for (const name of keysOf(attributeFlags)) {
    const message = typed[name] ? getReasonAgainstAttributeFlag(typed, name) : undefined
    if (message !== undefined) yield { path: [name], message }
  }
  yield* repeatedNames(typed)
}

/** A check of a whole input that reports its first fault at the field. */
const firstFault = <T>(faults: (typed: T) => Generator<Fault>) =>
  z.check<T>((payload) => {
    const [fault] = faults(payload.value)
    if (fault) payload.issues.push({ code: 'custom', input: payload.value, ...fault })
  })

export const AttributeInput = attributeShape.check(firstFault(attributeFaults))
export type AttributeInput = z.output<typeof AttributeInput>

const Line = z.strictObject({
  attributeId: Id,
  /** Left out: the usual flags of the attribute at the time of saving. */
  required: z.optional(flag('required')),
  filterable: z.optional(flag('filterable')),
  compared: z.optional(flag('compared')),
  makesSkus: z.optional(flag('makesSkus')),
  onCard: z.optional(flag('onCard')),
})
const setShape = z.strictObject({
  /** The set to change; left out: a new one. */
  id: z.optional(Id),
  name: attributeFields.setName,
  /** All of its attributes in order. */
  lines: z.array(Line, '请选择参数').check(z.maxLength(ATTRIBUTE_SET_LINES_MAX, `一个模板最多 ${ATTRIBUTE_SET_LINES_MAX} 个参数`)),
  rowVersion: RowVersionIfAny,
})

function* setFaults({ lines }: z.output<typeof setShape>): Generator<Fault> {
  const seen = new Set<string>()
  for (const [at, { attributeId }] of lines.entries()) {
    if (seen.has(attributeId)) yield { path: ['lines', at, 'attributeId'], message: '同一个参数在模板中只能出现一次' }
    seen.add(attributeId)
  }
}

export const AttributeSetInput = setShape.check(firstFault(setFaults))
export type AttributeSetInput = z.output<typeof AttributeSetInput>
