// Values of attributes as cells. An attribute has the same column in the sheets of all categories that have it.
import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { AttributeValue } from '#contract/catalog/attributes/values.ts'
import { sortAttributeValues } from '#server/catalog/goods-editing/public.ts'
import { findMostSimilarName } from '#server/platform/core/most-similar-name.ts'
import { CellFault } from './cell-fault.ts'
import { CELL_LIST_SEPARATOR, parseListCell, splitAndTrim } from './names.ts'

type Named = Pick<CategoryAttribute, 'code' | 'name' | 'unit'>

/** '刀头直径（mm）[TIP_DIA]': only the code in brackets counts. */
export const formatAttributeColumnTitle = ({ code, name, unit }: Named): string => `${name}${unit === '' ? '' : `（${unit}）`}[${code}]`

/** The code in the title of a column; undefined: it has none. */
export const parseAttributeCode = (title: string): string | undefined => /[[［]([A-Za-z][\w-]*)[\]］]\s*\*?$/.exec(title.trim())?.[1]

const YES = '是'
const NO = '否'

export function formatAttributeCell(
  { attributeId, choices }: CategoryAttribute,
  values: readonly AttributeValue[],
): string | number | null {
  const value = values.find((one) => one.attributeId === attributeId)
  if (!value) return null
  const { choiceIds, number, text = '', yes } = value
  if (choiceIds) {
    const chosen = new Set(choiceIds)
    const names = choices.filter(({ choiceId }) => chosen.has(choiceId)).map(({ name }) => name)
    return names.join(CELL_LIST_SEPARATOR)
  }
  return number ?? (yes === undefined ? text : yes ? YES : NO)
}

const keyOf = (text: string): string => text.normalize('NFKC').replace(/\s/g, '').toLowerCase()

function findChoice({ choices }: CategoryAttribute, text: string): string | undefined {
  const exact = choices.find(({ name }) => name === text)
  const like = (name: string) => keyOf(name) === keyOf(text)
  return (exact ?? choices.find(({ name, synonyms }) => like(name) || synonyms.some(like)))?.choiceId
}

function readChoices(attribute: CategoryAttribute, text: string): string[] | CellFault {
  const whole = findChoice(attribute, text)
  if (whole !== undefined) return [whole]
  // A name may contain a comma, so the text is split at a comma only if the whole is not a name.
  const parts = parseListCell(text).flatMap((part) => (findChoice(attribute, part) === undefined ? splitAndTrim(part, /[、，,]/) : part))
  const found = parts.map((part) => findChoice(attribute, part))
  const wrong = parts[found.indexOf(undefined)]
  if (wrong === undefined) return [...new Set(found)].filter((id) => id !== undefined).sort()
  return new CellFault(
    parts.length > 1 ? `没有选项“${wrong}”` : '没有这个选项',
    findMostSimilarName(
      wrong,
      attribute.choices.map(({ name }) => name),
    ),
  )
}

function readNumber({ unit }: CategoryAttribute, text: string): number | CellFault {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '')
  const bare = unit !== '' && plain.toLowerCase().endsWith(keyOf(unit)) ? plain.slice(0, -keyOf(unit).length) : plain
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(bare) ? Number(bare) : new CellFault('请填写数字')
}

/** Reads the value of an attribute. The check of the whole content checks its bounds. */
export function parseAttributeCell(attribute: CategoryAttribute, text: string): AttributeValue | CellFault {
  const { attributeId, kind } = attribute
  if (kind === 'text') return { attributeId, text }
  if (kind === 'boolean') {
    if (/^(是|有|y|yes|true|1)$/i.test(text)) return { attributeId, yes: true }
    return /^(否|无|n|no|false|0)$/i.test(text) ? { attributeId, yes: false } : new CellFault('请填写“是”或“否”')
  }
  if (kind === 'number') {
    const number = readNumber(attribute, text)
    return number instanceof CellFault ? number : { attributeId, number }
  }
  const choiceIds = readChoices(attribute, text)
  return choiceIds instanceof CellFault ? choiceIds : { attributeId, choiceIds }
}

/** Returns the values with one of them replaced, in their stored order. undefined: the value is removed. */
export const replaceAttributeValue = (
  values: readonly AttributeValue[],
  attributeId: string,
  value: AttributeValue | undefined,
): AttributeValue[] => sortAttributeValues([...values.filter((one) => one.attributeId !== attributeId), ...(value ? [value] : [])])
