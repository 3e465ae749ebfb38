// Codes of SKUs and models as people write them.
import { allGoods, allSkus, readParameter, type Sku } from './catalog.ts'

const PREFIX = 'KT-'
const isWithPrefix = (text: string): boolean => /^KT/i.test(text)

export const dropPrefix = (code: string): string => (code.startsWith(PREFIX) ? code.slice(PREFIX.length) : code)

/** The ways of writing a code. */
const WRITERS: readonly ((code: string) => string)[] = [
  (code) => code.replaceAll('-', ''),
  (code) => code.replaceAll('-', ' '),
  (code) => code.toLowerCase(),
  dropPrefix,
  (code) => dropPrefix(code).replaceAll('-', ''),
  (code) => dropPrefix(code).replaceAll('-', ' ').toLowerCase(),
  (code) => code.toLowerCase().replaceAll('-', ''),
  (code) => dropPrefix(code).toLowerCase(),
  (code) => code.replace(PREFIX, 'Kt '),
  (code) => code.replaceAll('-', '_'),
  (code) => code.replaceAll('-', '－'),
  (code) => code.replaceAll('-', '.'),
]
/** Of chat, where people copy less: the numbers of the ways of writing. */
const CHAT_WRITERS = [3, 0, 2, 1, 5, 6, 8].flatMap((at) => WRITERS.slice(at, at + 1))

/** All ways of writing codes; those of chat lines. */
export const skuCodeWritersByUse = { search: WRITERS, chat: CHAT_WRITERS } as const

const toBareText = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9.]/g, '')

/** Two texts with the same look can be misread for each other. */
const toLook = (text: string): string =>
  toBareText(text).replaceAll('O', '0').replaceAll(/[IL]/g, '1').replaceAll('B', '8').replaceAll('S', '5')

/** The names of the goods that have a model or a code of this look. */
const namesByLook = new Map<string, Set<string>>()
for (const goods of allGoods)
  for (const form of [goods.model, readParameter(goods, '型号'), ...goods.skus.flatMap(({ code }) => [code, dropPrefix(code)])])
    if (form) namesByLook.set(toLook(form), (namesByLook.get(toLook(form)) ?? new Set()).add(goods.name))

/** Whether a misread model or code of this text still means the same goods only. */
export const isTextOfOneGoodsOnly = (text: string): boolean => (namesByLook.get(toLook(text))?.size ?? 0) <= 1

/** Whether a misread code of this text can be the code of another SKU. */
export const isLikeCodeOfOtherSku = (sku: Sku, text: string): boolean =>
  allSkus.some((other) => other !== sku && toLook(other.code) === toLook(text))

/** Whether the code without its prefix is nothing but the model: written so, it names the goods and not the SKU. */
function isOnlyModel({ code, goods }: Sku): boolean {
  const models = [goods.model, readParameter(goods, '型号'), goods.name.split(' ')[0] ?? '']
  return models.some((model) => model && toBareText(model) === toBareText(dropPrefix(code)))
}

/** Whether this way of writing the code of a SKU names that SKU, and not only its goods. */
export const isCodeTextOfSkuAlone = (sku: Sku, written: string): boolean => isWithPrefix(written) || !isOnlyModel(sku)
