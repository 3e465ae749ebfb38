import type { AttributeInput } from '#contract/catalog/attributes/save-input.ts'
import {
  type AttributeDetail,
  type AttributeFlag,
  type AttributeFlagValues,
  attributeFlags,
  COUNTED_ATTRIBUTE_USES_MAX,
} from '#contract/catalog/attributes/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatCount } from '#ui/format.ts'

/** A choice as the form shows it, with its synonyms in one line. */
export interface AttributeChoiceFormValues {
  choiceId?: string
  name?: string
  synonyms?: string
}

/** The form of an attribute. Empty numbers are null. */
export interface AttributeFormValues {
  code: string
  name: string
  kind: AttributeInput['kind']
  unit: string
  decimals: number
  lower: number | null
  upper: number | null
  multiple: boolean
  ruler: boolean
  flags: AttributeFlag[]
  choices: AttributeChoiceFormValues[]
}

export const emptyAttributeFormValues: AttributeFormValues = {
  code: '',
  name: '',
  kind: 'choice',
  unit: '',
  decimals: 0,
  lower: null,
  upper: null,
  multiple: false,
  ruler: false,
  flags: [],
  choices: [{}],
}

const flagsOf = (flags: AttributeFlagValues): AttributeFlag[] => keysOf(attributeFlags).filter((name) => flags[name])

export const toAttributeFormValues = (attribute: AttributeDetail): AttributeFormValues => ({
  code: attribute.code,
  name: attribute.name,
  kind: attribute.kind,
  unit: attribute.unit,
  decimals: attribute.decimals,
  lower: attribute.lower,
  upper: attribute.upper,
  multiple: attribute.multiple,
  ruler: attribute.ruler,
  flags: flagsOf(attribute),
  choices: attribute.choices.map(({ choiceId, name, synonyms }) => ({ choiceId, name, synonyms: synonyms.join('、') })),
})

/** Splits synonyms as people type them: '镐齿、截煤齿', '镐齿, 截煤齿'. */
export const splitSynonyms = (text: string): string[] =>
  text
    .split(/[、，,；;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The input of the call. Fields that the kind does not have are left out, even if they were filled in before the kind was changed. */
export function toAttributeInput({ flags, choices, unit, decimals, lower, upper, multiple, ruler, ...typed }: AttributeFormValues) {
  const { kind } = typed
  return {
    ...typed,
    ...(kind === 'number' ? { unit, decimals, lower, upper } : {}),
    ...(kind === 'choice'
      ? {
          multiple,
          choices: choices.map(({ choiceId, name = '', synonyms = '' }) => ({
            ...(choiceId === undefined ? {} : { choiceId }),
            name,
            synonyms: splitSynonyms(synonyms),
          })),
        }
      : {}),
    ruler: ruler && (kind === 'choice' || kind === 'number'),
    required: flags.includes('required'),
    filterable: flags.includes('filterable') && kind !== 'text',
    compared: flags.includes('compared'),
    makesSkus: flags.includes('makesSkus') && kind !== 'text' && !(kind === 'choice' && multiple),
    onCard: flags.includes('onCard'),
  }
}

/** Formats a count of goods that stops at COUNTED_USES_MAX: '12', '1,000+'. */
export const formatCappedGoodsCount = (count: number): string =>
  count >= COUNTED_ATTRIBUTE_USES_MAX ? `${formatCount(COUNTED_ATTRIBUTE_USES_MAX)}+` : formatCount(count)

/** Formats flags for a list: '必填 · 可筛选'. */
export const formatAttributeFlags = (flags: AttributeFlagValues): string =>
  flagsOf(flags)
    .map((name) => attributeFlags[name].label)
    .join(' · ')
