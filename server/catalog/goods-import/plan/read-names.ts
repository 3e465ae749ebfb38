import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { findGoodsByCodes, findGoodsCodes, findSkuCodes, findSkusWithGoodsByCodes } from '#server/catalog/goods/public.ts'
import { createCodeIndex, type NameIndexes, parseCellFileName, parseListCell } from '#server/catalog/goods-import/columns/names.ts'
import type { SheetColumn } from '#server/catalog/goods-import/columns/titles.ts'
import { findDocumentsById, findPicturesById } from '#server/catalog/pictures/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { GoodsSheetRow } from './read-cells.ts'
import type { GoodsImportSharedData } from './shared-facts.ts'

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi

/** The different texts in the columns of some fields. */
function textsIn(rows: readonly GoodsSheetRow[], columns: readonly SheetColumn[], fields: readonly string[]): string[] {
  const places = columns.flatMap((sheet, at) => ('column' in sheet && fields.includes(sheet.column.field) ? [at] : []))
  return [...new Set(rows.flatMap(({ cells }) => places.map((at) => cells[at] ?? '')))].filter((text) => text !== '')
}

/** The ids of the archive files that cells name. */
const filedIds = ({ files }: GoodsImportSharedData, texts: readonly string[], of: 'pictureId' | 'documentId'): string[] =>
  texts.flatMap((text) => parseListCell(text).flatMap((part) => files.get(parseCellFileName(part))?.[of] ?? []))

const idsIn = (texts: readonly string[]): string[] => texts.flatMap((text) => (text.match(UUID) ?? []).map((id) => id.toLowerCase()))

export interface NameSources {
  contents: readonly GoodsContent[]
  rows?: readonly GoodsSheetRow[]
  columns?: readonly SheetColumn[]
}

/** Reads the names of everything that contents and cells name. The number of statements grows with neither. */
export async function readNameIndexes(
  db: Db,
  shared: GoodsImportSharedData,
  { contents, rows = [], columns = [] }: NameSources,
): Promise<NameIndexes> {
  const texts = (...fields: string[]) => textsIn(rows, columns, fields)
  const goodsIds = contents.flatMap(({ relations }) => relations.map(({ goodsId }) => goodsId))
  const goods = await findGoodsCodes(db, [...new Set(goodsIds)])
  for (const { id, code } of await findGoodsByCodes(db, [...new Set(texts('relations').flatMap(parseListCell))])) goods.set(id, code)
  const skuIds = contents.flatMap(({ skus }) => skus.flatMap(({ replacedBy }) => replacedBy ?? []))
  const skus = await findSkuCodes(db, [...new Set(skuIds)])
  for (const { id, code } of await findSkusWithGoodsByCodes(db, texts('replacedBy'))) skus.set(id, code)
  const pictureIds = [
    ...contents.flatMap(({ pictures }) => pictures.map(({ id }) => id)),
    ...idsIn(texts('pictures')),
    ...filedIds(shared, texts('pictures'), 'pictureId'),
  ]
  const documentIds = [
    ...contents.flatMap(({ documents }) => documents),
    ...idsIn(texts('documents')),
    ...filedIds(shared, texts('documents'), 'documentId'),
  ]
  const { shops, categories, brands, machineModels, files } = shared
  return {
    files,
    shops,
    categories,
    brands,
    machineModels,
    goods: createCodeIndex('商品编码', goods),
    skus: createCodeIndex('规格编码', skus),
    pictures: new Map((await findPicturesById(db, [...new Set(pictureIds)])).map(({ id, alt }) => [id, { alt }])),
    documents: new Set((await findDocumentsById(db, [...new Set(documentIds)])).map(({ id }) => id)),
  }
}
