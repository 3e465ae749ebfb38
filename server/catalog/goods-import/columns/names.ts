import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import type { ImportFile } from '#server/catalog/goods-import/archive/file-store.ts'
import { normaliseArchiveFileName } from '#server/catalog/goods-import/archive/read-archive.ts'
import { findMostSimilarName } from '#server/platform/core/most-similar-name.ts'
import { CellFault } from './cell-fault.ts'

/** Things that cells refer to by name, and contents by id. */
export interface NameIndex<Id extends string | number> {
  /** The name for a cell; undefined: there is no such thing. */
  nameOf(id: Id): string | undefined
  /** The id of the thing that a cell names, or why there is none. */
  idOf(text: string): Id | CellFault
}

const keyOf = (name: string): string => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** How a cell is refused that names a thing which is not there. */
export interface UnknownNameTexts {
  /** Where such a thing is made: '可以在「店铺」中新增'. */
  made?: string
  /** What is said while there is none at all. */
  none?: string
}

/** `what`: '店铺'. `others`: further texts that may name a thing if they are not the name of another. */
export function createNameIndex<Id extends string | number>(
  what: string,
  names: ReadonlyMap<Id, string>,
  others: Iterable<readonly [string, Id]> = [],
  { made, none }: UnknownNameTexts = {},
): NameIndex<Id> {
  const missing = names.size === 0 && none !== undefined ? none : `没有这个${what}${made === undefined ? '' : `，${made}`}`
  const ids = new Map<string, Set<Id>>()
  const add = (name: string, id: Id) => ids.set(keyOf(name), (ids.get(keyOf(name)) ?? new Set<Id>()).add(id))
  const byName = new Map<string, Id>()
  for (const [id, name] of names) {
    byName.set(name, id)
    add(name, id)
  }
  for (const [name, id] of others) add(name, id)
  return {
    nameOf: (id) => names.get(id),
    idOf(text) {
      const exact = byName.get(text)
      if (exact !== undefined) return exact
      const [found, ...more] = ids.get(keyOf(text)) ?? []
      if (found === undefined) return new CellFault(missing, findMostSimilarName(text, names.values()))
      return more.length === 0 ? found : new CellFault(`有几个${what}叫这个名称，请写明`, names.get(found) ?? '')
    },
  }
}

/** An index of things that were looked up by their exact codes. */
export const createCodeIndex = (what: string, codes: ReadonlyMap<string, string>): NameIndex<string> => {
  const ids = new Map([...codes].map(([id, code]) => [normaliseSkuCodeForComparison(code), id]))
  return { nameOf: (id) => codes.get(id), idOf: (text) => ids.get(normaliseSkuCodeForComparison(text)) ?? new CellFault(`没有这个${what}`) }
}

/** Everything that the cells of some goods name. */
export interface NameIndexes {
  shops: NameIndex<string>
  categories: NameIndex<number>
  brands: NameIndex<string>
  machineModels: NameIndex<string>
  /** By goods code. */
  goods: NameIndex<string>
  /** By SKU code. */
  skus: NameIndex<string>
  /** The library pictures that cells or contents name, with their descriptions. */
  pictures: ReadonlyMap<string, { alt: string }>
  documents: ReadonlySet<string>
  /** The files of the archive that was uploaded with the sheet. */
  files: ReadonlyMap<string, ImportFile>
}

export const CELL_LIST_SEPARATOR = '；'
export const splitAndTrim = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** The entries of a cell that holds a list. */
export const parseListCell = (text: string): string[] => splitAndTrim(text, /[；;\n]/)

/** 'A：1；B：2' as pairs. */
export function parsePairsCell(text: string): [string, string][] | CellFault {
  const pairs = parseListCell(text).map((part) => part.split(/[：:]/))
  const wrong = pairs.find(({ length }) => length < 2)
  return wrong
    ? new CellFault(`“${wrong.join('')}”没有冒号，请按“名称：值”填写`)
    : pairs.map(([name = '', ...value]): [string, string] => [name.trim(), value.join('：').trim()])
}
export const formatPairsCell = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `${name}：${value}`).join(CELL_LIST_SEPARATOR)

/** Reads a list of names, each with its index. */
export function parseNamesToIds<Id extends string | number>(text: string, index: NameIndex<Id>): Id[] | CellFault {
  const ids: Id[] = []
  for (const part of parseListCell(text)) {
    const id = index.idOf(part)
    if (id instanceof CellFault) return new CellFault(`${id.reason}：${part}`, id.suggestion)
    if (!ids.includes(id)) ids.push(id)
  }
  return ids
}

export const formatNamesOfIds = <Id extends string | number>(ids: readonly Id[], index: NameIndex<Id>): string =>
  ids.map((id) => index.nameOf(id) ?? String(id)).join(CELL_LIST_SEPARATOR)

const DRAWING = '尺寸图：'
type Pictures = GoodsContent['pictures']

/** Writes pictures by their ids, with a word before the dimension drawing. */
export const formatPicturesCell = (pictures: Pictures): string =>
  pictures.map(({ id, drawing }) => (drawing ? `${DRAWING}${id}` : id)).join(CELL_LIST_SEPARATOR)

/** The name of a file in a cell, without folders and without the word for a dimension drawing. */
export const parseCellFileName = (part: string): string => normaliseArchiveFileName(part.replace(/^尺寸图\s*[：:]\s*/, ''))

const nearestFile = (part: string, { files }: NameIndexes): string => findMostSimilarName(parseCellFileName(part), files.keys())

/** The id of the thing that a cell names, in the archive or in the library. */
function readFileId(name: string, { files }: NameIndexes, of: 'pictureId' | 'documentId'): string | CellFault {
  const file = files.get(name)
  if (!file) return name
  if (file.refused !== null) return new CellFault(`${name}：${file.refused}`)
  return file[of] ?? new CellFault(of === 'pictureId' ? `${name} 不是图片` : `${name} 不是 PDF 文件`)
}

/** Reads documents by their ids or by their names in the archive. */
export function parseDocumentsCell(text: string, names: NameIndexes): string[] | CellFault {
  const ids: string[] = []
  for (const part of parseListCell(text)) {
    const id = readFileId(parseCellFileName(part), names, 'documentId')
    if (id instanceof CellFault) return id
    if (!names.documents.has(id)) return new CellFault(`文件库和压缩包里都没有这份文件：${part}`, nearestFile(part, names))
    ids.push(id)
  }
  return ids
}

/** Reads pictures by their ids or by their names in the archive. A picture that the goods already have keeps its own text. */
export function parsePicturesCell(text: string, has: Pictures, names: NameIndexes): Pictures | CellFault {
  const pictures: Pictures = []
  for (const part of parseListCell(text)) {
    const drawing = /^尺寸图\s*[：:]/.test(part)
    const id = readFileId(parseCellFileName(part), names, 'pictureId')
    if (id instanceof CellFault) return id
    const known = names.pictures.get(id)
    if (!known) return new CellFault(`图片库和压缩包里都没有这张图片：${part}`, nearestFile(part, names))
    pictures.push({ id, alt: has.find((picture) => picture.id === id)?.alt ?? known.alt, drawing })
  }
  return pictures
}
