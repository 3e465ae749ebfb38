// What is wrong with a row of a list: each function returns sentences, none if the row is right.
import { goodsByName, isOrderable, skuByCode } from './catalog.ts'
import { GOODS_PER_SEARCH_ANSWER_MAX, NONE_INSTEAD_OF_SKU, NOTE_INSTEAD_OF_SKU, SEARCH_LENGTH_MAX } from './rows.ts'

/** Searches for a whole category, which all picks of it are right for. */
const WIDE_SEARCHES = ['采煤截此', '采媒截齿', '齿 38柄']

const isFlag = (cell: string): boolean => cell === '0' || cell === '1'
const isOrigin = (cell: string): boolean => cell === 'rule' || cell === 'hand'
const hasTwice = (list: readonly string[]): boolean => new Set(list).size !== list.length

/** Sentences of faults, beginning with what they are about; a condition that does not hold gives none. */
const collectFaults = (about: string, faults: readonly (readonly [boolean, string])[]): string[] =>
  faults.filter(([isFault]) => isFault).map(([, text]) => `${about}: ${text}`)

/** Checks the cells of a line of searches.tsv. */
export function findSearchRowFaults(cells: readonly string[]): string[] {
  const [id = '', text = '', goods = '', sku = '', kind = '', origin = '', heldOut = ''] = cells
  const names = goods.split('|')
  const owner = skuByCode.get(sku)?.goods.name
  return collectFaults(id, [
    [cells.length !== 7, 'columns'],
    [text.trim() === '' || text.length > SEARCH_LENGTH_MAX, `query of ${text.length} characters`],
    [names.length > GOODS_PER_SEARCH_ANSWER_MAX && !WIDE_SEARCHES.includes(text), `${names.length} goods`],
    [hasTwice(names), 'goods twice'],
    ...names.map((name) => [!goodsByName.has(name), `no goods ${name}`] as const),
    [sku !== '' && owner === undefined, `no SKU ${sku}`],
    [owner !== undefined && !names.includes(owner), `${sku} is not of ${goods}`],
    [kind === '' || !isOrigin(origin) || !isFlag(heldOut), 'kind, origin or heldout'],
  ])
}

interface CheckedItem {
  id: string
  /** Codes, and one quantity or one for each of them, separated by |. */
  sku: string
  quantity: string
  kind: string
  mustAsk: string
}

/** Checks the answer of one item of a chat line. */
function checkItem({ id, sku, quantity, kind, mustAsk }: CheckedItem): string[] {
  const [codes, counts] = [sku.split('|'), quantity.split('|')]
  const faults = collectFaults(id, [
    [hasTwice(codes), 'SKU twice'],
    ...codes.map((code) => [!skuByCode.has(code), `no SKU ${code}`] as const),
    [codes.length > 1 && mustAsk === '0', 'several SKUs and must_ask 0'],
    [counts.length > 1 && counts.length !== codes.length, 'quantities and SKUs differ in number'],
  ])
  for (const [at, code] of codes.entries()) {
    const found = skuByCode.get(code)
    const count = (counts.length > 1 ? counts[at] : counts[0]) ?? ''
    if (!found || count === '') continue
    if (!/^\d+$/.test(count)) faults.push(`${id}: quantity ${count}`)
    else if (!isOrderable(found, Number(count)) && kind !== 'step')
      faults.push(`${id}: ${count} of ${code} is below the minimum or out of step`)
  }
  return faults
}

/** Checks the cells of a line of chat.tsv. */
export function findChatRowFaults(cells: readonly string[]): string[] {
  const [id = '', text = '', sku = '', quantity = '', mustAsk = '', kind = '', origin = '', heldOut = ''] = cells
  const faults = collectFaults(id, [
    [cells.length !== 8, 'columns'],
    [text.trim() === '', 'no line'],
    [kind === '' || !isOrigin(origin) || !isFlag(heldOut) || !isFlag(mustAsk), 'kind, origin, must_ask or heldout'],
  ])
  if (sku === NOTE_INSTEAD_OF_SKU || sku === NONE_INSTEAD_OF_SKU) {
    const ofWord = [
      [quantity !== '', `quantity of a ${sku}`],
      [(sku === NONE_INSTEAD_OF_SKU) !== (mustAsk === '1'), `must_ask of a ${sku}`],
    ] as const
    return [...faults, ...collectFaults(id, ofWord)]
  }
  const [items, amounts] = [sku.split(' & '), quantity.split(' & ')]
  return [
    ...faults,
    ...collectFaults(id, [[items.length !== amounts.length, `${items.length} items, ${amounts.length} quantities`]]),
    ...items.flatMap((item, at) => checkItem({ id, sku: item, quantity: amounts[at] ?? '', kind, mustAsk })),
  ]
}
