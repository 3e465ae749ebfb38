/**
 * The attributes of the demo catalog, derived from the texts of its goods and SKUs: definitions, a set for each category and sub-category,
 * and the typed values of each product. A label becomes a number if all of its values in a category are numbers of one unit, a choice if
 * they are few and short, otherwise a text.
 */
import { type AttributeFlagValues, type AttributeKind, countDecimals } from '#contract/catalog/attributes/shapes.ts'
import { rockHardnessBands } from '#contract/catalog/goods/shapes.ts'
import { attributeCodesByLabel } from './attribute-codes.ts'
import { demoCategories, demoGoods } from './catalog.ts'
import type { DemoGoods } from './demo-goods-types.ts'

export interface DemoAttribute {
  code: string
  name: string
  kind: AttributeKind
  unit: string
  decimals: number
  multiple: boolean
  ruler: boolean
  choices: readonly { name: string; synonyms: readonly string[] }[]
}

/** The value of an attribute: the names of its choices, a number or a text. */
export interface DemoAttributeValue {
  code: string
  choices?: readonly string[]
  number?: number
  text?: string
}

export interface DemoAttributeSetLine extends AttributeFlagValues {
  code: string
}
export interface DemoAttributeSet {
  name: string
  category: string
  /** Left out: it belongs to the category and all of its sub-categories inherit it. */
  sub?: string
  lines: readonly DemoAttributeSetLine[]
}

const ROCK = 'rock-hardness'
const PACKING_LABEL = '包装'
const PACKING = 'packing'

const MEASURE = /^(?:≥|≤|约|Φ)? ?([−-]?[\d,]+(?:\.\d+)?) ?((?:mg KOH|[^\d\s（）–×/·:，]*)(?:\/[^\d\s（）]+)?)(?: 以上)?(?:（[^）]*）)?$/

/** '约 4.2 kg（含牙掌）' → 4.2 and kg; undefined if it is no single number. */
function parseMeasure(text: string): { number: number; unit: string } | undefined {
  const [, digits = '', unit = ''] = MEASURE.exec(text) ?? []
  if (digits === '') return undefined
  return { number: Number(digits.replaceAll(',', '').replace('−', '-')), unit }
}

/** One statement about goods: a row of their parameter table, or a property of each SKU. */
interface Statement {
  goods: DemoGoods
  label: string
  ofSkus: boolean
  texts: readonly string[]
}

const statementsOf = (goods: DemoGoods): Statement[] => {
  const props = Object.keys(goods.skus[0]?.props ?? {})
  const ofSkus = props.map((label) => ({ goods, label, ofSkus: true, texts: goods.skus.map((sku) => sku.props[label] ?? '') }))
  // A row that only sums up a property of the SKUs is redundant.
  const own = goods.parameters.filter(([label]) => !props.includes(label))
  return [...ofSkus, ...own.map(([label, text]) => ({ goods, label, ofSkus: false, texts: [text] }))]
}
const statements = demoGoods.flatMap(statementsOf)

const CHOICES_MOST = 40
const CHOICE_LONGEST = 24

/** The kind of a label in one category, with the unit of its numbers. */
function kindOf(occurrences: readonly Statement[]): Pick<DemoAttribute, 'kind' | 'unit'> {
  const texts = [...new Set(occurrences.flatMap((one) => one.texts))]
  const units = new Set(texts.map((text) => parseMeasure(text)?.unit))
  const [unit] = units
  if (units.size === 1 && unit !== undefined && occurrences[0]?.label !== PACKING_LABEL) return { kind: 'number', unit }
  const short = texts.length <= CHOICES_MOST && texts.every((text) => [...text].length <= CHOICE_LONGEST && !text.includes(' / '))
  const isOfSkus = occurrences.some(({ ofSkus }) => ofSkus)
  if (isOfSkus || (short && texts.length < occurrences.length)) return { kind: 'choice', unit: '' }
  return { kind: 'text', unit: '' }
}

const codeOf = (label: string) => attributeCodesByLabel[label] ?? fail(`${label} has no code`)
function fail(message: string): never {
  throw new Error(message)
}

/** By category and label: the attribute's code, its kind and its unit. A label with several kinds is several attributes. */
const typed = new Map(
  [...Map.groupBy(statements, ({ goods, label }) => `${goods.category}/${label}`)].map(([key, occurrences]) => {
    const { kind, unit } = kindOf(occurrences)
    return [key, { label: occurrences[0]?.label ?? '', kind, unit, occurrences }]
  }),
)
const byKind = Map.groupBy(typed.values(), ({ label, kind, unit }) => `${label}/${kind}/${unit}`)
/** The first attribute of a label has the label's code; others add their kind and number. */
const codes = new Map<string, string>()
for (const [key, [one]] of byKind) {
  const code = codeOf(one?.label ?? '')
  const taken = [...codes.values()].filter((known) => known === code || known.startsWith(`${code}-as-`)).length
  codes.set(key, taken === 0 ? code : `${code}-as-${one?.kind}${taken === 1 ? '' : taken}`)
}

const rockAttribute: DemoAttribute = {
  code: ROCK,
  name: '岩石硬度',
  kind: 'choice',
  unit: '',
  decimals: 0,
  multiple: true,
  ruler: true,
  choices: rockHardnessBands.map(({ label, rock }) => ({ name: label, synonyms: rock.split(' · ') })),
}

export const demoAttributes: readonly DemoAttribute[] = [
  rockAttribute,
  ...[...byKind].map(([key, group]): DemoAttribute => {
    const [{ label, kind, unit } = fail(key)] = group
    const texts = [...new Set(group.flatMap(({ occurrences }) => occurrences.flatMap((one) => one.texts)))]
    const decimals = kind === 'number' ? Math.max(...texts.map((text) => countDecimals(parseMeasure(text)?.number ?? 0))) : 0
    const choices = kind === 'choice' ? texts.map((name) => ({ name, synonyms: [] })) : []
    return { code: codes.get(key) ?? fail(key), name: label, kind, unit, decimals, multiple: false, ruler: false, choices }
  }),
]
const attributes = new Map(demoAttributes.map((attribute) => [attribute.code, attribute]))
const attributeOf = (code: string): DemoAttribute => attributes.get(code) ?? fail(code)

function codeIn(goods: DemoGoods, label: string): string {
  const { kind, unit } = typed.get(`${goods.category}/${label}`) ?? fail(label)
  return codes.get(`${label}/${kind}/${unit}`) ?? fail(label)
}

function toValue(code: string, text: string): DemoAttributeValue {
  const { kind } = attributeOf(code)
  if (kind === 'number') return { code, number: parseMeasure(text)?.number ?? fail(text) }
  return kind === 'choice' ? { code, choices: [text] } : { code, text }
}

const place = ({ category, sub }: Pick<DemoGoods, 'category' | 'sub'>) => `${category}/${sub}`
/** By sub-category: the codes of the attributes that distinguish SKUs there. */
const skuCodes = new Map(
  [...Map.groupBy(statements, ({ goods }) => place(goods))].map(([sub, occurrences]) => [
    sub,
    new Set(occurrences.filter(({ ofSkus }) => ofSkus).map(({ goods, label }) => codeIn(goods, label))),
  ]),
)

export interface DemoGoodsValues {
  values: DemoAttributeValue[]
  /** In the order of the SKUs. */
  skuValues: DemoAttributeValue[][]
}

/**
 * The typed values of goods. An attribute that distinguishes SKUs in their sub-category is stored with each SKU, even if all of them have
 * the same value.
 */
export function parseDemoGoodsValues(goods: DemoGoods): DemoGoodsValues {
  const apart = skuCodes.get(place(goods)) ?? new Set()
  const statedValues = statementsOf(goods).map(({ label, texts }) => {
    const code = codeIn(goods, label)
    return { code, values: texts.map((text) => toValue(code, text)) }
  })
  const { hardness } = goods
  const bands = hardness === null ? [] : rockHardnessBands.filter(({ from, to }) => hardness[0] < to && hardness[1] > from)
  const rock = bands.length === 0 ? [] : [{ code: ROCK, choices: bands.map(({ label }) => label) }]
  return {
    values: [...rock, ...statedValues.filter(({ code }) => !apart.has(code)).flatMap(({ values }) => values.slice(0, 1))],
    skuValues: goods.skus.map((_, at) =>
      statedValues.filter(({ code }) => apart.has(code)).flatMap(({ values }) => values[at] ?? values.slice(0, 1)),
    ),
  }
}

/** The lines for goods. An attribute that every product has is required. */
function linesOf(
  goods: readonly DemoGoods[],
  makesSkus: (code: string) => boolean,
  wanted: (code: string) => boolean,
): DemoAttributeSetLine[] {
  const used = goods.map((one) => {
    const { values, skuValues } = parseDemoGoodsValues(one)
    return new Set([...values, ...skuValues.flat()].map(({ code }) => code))
  })
  const all = [...new Set(used.flatMap((codesOfOne) => [...codesOfOne]))].filter(wanted)
  return all.map((code) => ({
    code,
    required: used.every((codesOfOne) => codesOfOne.has(code)),
    filterable: attributeOf(code).kind !== 'text',
    compared: attributeOf(code).kind !== 'text' && code !== PACKING,
    makesSkus: makesSkus(code),
    onCard: false,
  }))
}

const isIn = (sub: string, code: string) => skuCodes.get(sub)?.has(code) ?? false

function setsOf(category: string, subs: readonly string[]): DemoAttributeSet[] {
  const goodsIn = (sub: string) => demoGoods.filter((goods) => place(goods) === `${category}/${sub}`)
  const used = (sub: string) =>
    new Set(
      linesOf(
        goodsIn(sub),
        () => false,
        () => true,
      ).map(({ code }) => code),
    )
  const bySub = new Map(subs.map((sub) => [sub, used(sub)]))
  /** All sub-categories have this attribute, at the same level. */
  const isCommon = (code: string) =>
    subs.every((sub) => bySub.get(sub)?.has(code)) && new Set(subs.map((sub) => isIn(`${category}/${sub}`, code))).size === 1
  const common = linesOf(subs.flatMap(goodsIn), (code) => isIn(`${category}/${subs[0]}`, code), isCommon)
  const own = subs.map((sub) => ({
    name: `${category}·${sub}`,
    category,
    sub,
    lines: linesOf(
      goodsIn(sub),
      (code) => isIn(`${category}/${sub}`, code),
      (code) => !isCommon(code),
    ),
  }))
  return [{ name: category, category, lines: common }, ...own].filter(({ lines }) => lines.length > 0)
}

export const demoAttributeSets: readonly DemoAttributeSet[] = demoCategories.flatMap(({ name, subs }) => setsOf(name, subs))
