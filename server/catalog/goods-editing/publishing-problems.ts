import type { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import {
  type GoodsPublishingCheckFacts,
  type GoodsPublishingProblem,
  listGoodsPublishingProblems,
  normaliseSkuCodeForComparison,
} from '#contract/catalog/goods-editing/problems.ts'
import { createCategoryAttributeCache } from '#server/catalog/attributes/public.ts'
import { findBrandNamesById, lockExistingBrandIds } from '#server/catalog/brands/public.ts'
import {
  findGoodsByCodes,
  findOncePublishedGoodsById,
  findShopsAndCategories,
  findSkusById,
  findSkusWithGoodsByCodes,
  readWhetherShopsAndCategoriesExist,
  type ShopAndCategory,
} from '#server/catalog/goods/public.ts'
import { findOrderedSkuIds } from '#server/catalog/inventory/public.ts'
import { findUnknownMachineModelIds } from '#server/catalog/machine-models/public.ts'
import { findDocumentsById, findPicturesById, markDocumentsUsed, markPicturesUsed } from '#server/catalog/pictures/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { computeAttributeAndModelProblems } from './attribute-values.ts'
import { readLicenceProblemLookup } from './licence-problems.ts'
import type { GoodsWithContent } from './published-content.ts'

/** The existing things that a content names. */
export interface ExistingContentReferences {
  attributes: readonly CategoryAttribute[]
  places: ShopAndCategory
  brandIds: ReadonlySet<string>
  pictureIds: readonly string[]
  documentIds: readonly string[]
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The existing things that some contents name: `ExistingContentReferences` for each content. */
type FactsOf = (content: GoodsContent) => ExistingContentReferences

const listPictureIds = (contents: readonly GoodsContent[]) => [...new Set(contents.flatMap(({ pictures }) => idsOf(pictures)))]
const listDocumentIds = (contents: readonly GoodsContent[]) => [...new Set(contents.flatMap(({ documents }) => documents))]
const listBrandIds = (contents: readonly GoodsContent[]) => [...new Set(contents.flatMap(({ brandId }) => brandId ?? []))]

/** Reads the shops and categories of contents, and the attributes that goods have there. */
async function readPlaces(db: Db, contents: readonly GoodsContent[]) {
  const { learnAttributes, attributesOf } = createCategoryAttributeCache()
  await learnAttributes(
    db,
    contents.flatMap(({ categoryId }) => categoryId ?? []),
  )
  const places = await findShopsAndCategories(db, contents)
  return new Map(
    contents.map((content, at) => {
      const place = places[at] ?? { shopId: null, categoryId: null, isSubcategory: false, licenceKindIds: [] }
      return [content, { attributes: attributesOf(content.categoryId), places: place }]
    }),
  )
}

/**
 * Reads the things that contents name. The number of statements does not grow with the contents. The result is valid only for these
 * contents.
 */
async function readFactsOfContents(db: Db, contents: readonly GoodsContent[]): Promise<FactsOf> {
  const places = await readPlaces(db, contents)
  const shared = {
    brandIds: new Set((await findBrandNamesById(db, listBrandIds(contents))).keys()),
    pictureIds: idsOf(await findPicturesById(db, listPictureIds(contents))),
    documentIds: idsOf(await findDocumentsById(db, listDocumentIds(contents))),
  }
  return (content) => ({ ...requirePlace(places, content), ...shared })
}

/**
 * Does the same for contents that are about to be written. It locks their brands against deletion until the transaction ends, and keeps
 * their pictures and documents in the library for ever. The caller has locked the tree of categories.
 */
export async function lockReferencesAndKeepFilesOfContents(tx: Tx, moment: Moment, contents: readonly GoodsContent[]): Promise<FactsOf> {
  const pictureIds = idsOf(await findPicturesById(tx, listPictureIds(contents)))
  await markPicturesUsed(tx, moment, pictureIds)
  const documentIds = idsOf(await findDocumentsById(tx, listDocumentIds(contents)))
  await markDocumentsUsed(tx, moment, documentIds)
  const shared = { pictureIds, documentIds, brandIds: await lockExistingBrandIds(tx, listBrandIds(contents)) }
  const places = await readPlaces(tx, contents)
  return (content) => ({ ...requirePlace(places, content), ...shared })
}

function requirePlace<Place>(places: ReadonlyMap<GoodsContent, Place>, content: GoodsContent): Place {
  const found = places.get(content)
  if (!found) throw new Error('the facts of another content were read')
  return found
}

export const readExistingContentReferences = async (db: Db, content: GoodsContent): Promise<ExistingContentReferences> =>
  (await readFactsOfContents(db, [content]))(content)

export const lockReferencesAndKeepFilesOfOneContent = async (
  tx: Tx,
  moment: Moment,
  content: GoodsContent,
): Promise<ExistingContentReferences> => (await lockReferencesAndKeepFilesOfContents(tx, moment, [content]))(content)

/** Lists the pictures and documents that are not in the library, for example because nobody used them within a day. */
export function computeMissingFileProblems(
  { pictures, documents }: GoodsContent,
  { pictureIds, documentIds }: Pick<ExistingContentReferences, 'pictureIds' | 'documentIds'>,
): GoodsPublishingProblem[] {
  const [kept, filed] = [new Set(pictureIds), new Set(documentIds)]
  return [
    ...pictures.flatMap(({ id }, at) =>
      kept.has(id) ? [] : [{ path: `pictures.${at}`, reason: `第 ${at + 1} 张图片不存在，请重新上传` }],
    ),
    ...documents.flatMap((id, at) => (filed.has(id) ? [] : [{ path: `documents.${at}`, reason: `第 ${at + 1} 份文件不存在，请重新上传` }])),
  ]
}

/** The goods that a content is checked for. */
export type GoodsOfContentToCheck = Pick<GoodsWithContent, 'goodsId' | 'skus'>

/** A content, its goods, and the things that it names. */
export interface ContentToCheck {
  goods: GoodsOfContentToCheck
  content: GoodsContent
  facts: ExistingContentReferences
}

/** Reads which goods already have the codes of contents, and which goods have the codes of their SKUs. */
async function readCodeOwners(db: Db, contents: readonly GoodsContent[]) {
  const goodsOfCode = new Map(
    (
      await findGoodsByCodes(
        db,
        contents.map(({ code }) => code),
      )
    ).map(({ id, code }) => [code, id]),
  )
  const owners = await findSkusWithGoodsByCodes(
    db,
    contents.flatMap(({ skus }) => skus.flatMap(({ code }) => (code === '' ? [] : code))),
  )
  const ownerOfCode = new Map(owners.map((owner) => [normaliseSkuCodeForComparison(owner.code), owner]))
  return { goodsOfCode, ownerOfCode }
}

/** Collects the data for the check of contents. The number of statements does not grow with the goods or their SKUs. */
async function readServerFacts(
  db: Db,
  moment: Pick<Moment, 'now'>,
  stated: readonly ContentToCheck[],
): Promise<(one: ContentToCheck) => GoodsPublishingCheckFacts> {
  const contents = stated.map(({ content }) => content)
  const ordered = await findOrderedSkuIds(
    db,
    stated.flatMap(({ goods }) => goods.skus.map(({ skuId }) => skuId)),
  )
  const related = new Set(
    idsOf(
      await findOncePublishedGoodsById(
        db,
        contents.flatMap(({ relations }) => relations.map(({ goodsId }) => goodsId)),
      ),
    ),
  )
  const replacing = idsOf(
    await findSkusById(
      db,
      contents.flatMap(({ skus }) => skus.flatMap(({ replacedBy }) => replacedBy ?? [])),
    ),
  )
  const { goodsOfCode, ownerOfCode } = await readCodeOwners(db, contents)
  const unknownModels = new Set(
    await findUnknownMachineModelIds(
      db,
      contents.flatMap(({ machineModelIds }) => machineModelIds),
    ),
  )
  const unplaced = contents.some(({ shopId, categoryId }) => shopId === null || categoryId === null)
  const there = unplaced ? await readWhetherShopsAndCategoriesExist(db) : { shops: true, categories: true }
  const toLicenceCheck = ({ content, facts }: ContentToCheck) => ({ content, ofCategory: facts.places.licenceKindIds })
  const licenceProblemsOf = await readLicenceProblemLookup(db, moment, stated.map(toLicenceCheck))
  return ({ goods, content, facts }) => {
    const { goodsId } = goods
    const { shopId, categoryId, isSubcategory } = facts.places
    const codeOwner = goodsOfCode.get(content.code)
    const taken = content.skus.flatMap(({ code }) => {
      const owner = ownerOfCode.get(normaliseSkuCodeForComparison(code))
      return owner && owner.goodsId !== goodsId ? [[normaliseSkuCodeForComparison(code), owner.goodsName] as const] : []
    })
    return {
      shopIds: new Set(shopId === null ? [] : [shopId]),
      categoryIds: new Set(categoryId === null || !isSubcategory ? [] : [categoryId]),
      brandIds: facts.brandIds,
      none: { shops: !there.shops, categories: !there.categories },
      goodsIds: new Set([...related].filter((id) => id !== goodsId)),
      skuIds: new Set([...content.skus.flatMap(({ skuId }) => skuId ?? []), ...replacing]),
      codeTaken: codeOwner !== undefined && codeOwner !== goodsId,
      takenSkuCodes: new Map(taken),
      published: new Map(goods.skus.map(({ skuId, code }) => [skuId, { code, ordered: ordered.has(skuId) }])),
      others: [
        ...computeMissingFileProblems(content, facts),
        ...computeAttributeAndModelProblems(facts.attributes, content, unknownModels),
        ...licenceProblemsOf(toLicenceCheck({ goods, content, facts })),
      ],
    }
  }
}

/** Lists all problems that prevent publishing the contents, in the given order. */
export async function findPublishingProblemsOfContents(
  db: Db,
  moment: Pick<Moment, 'now'>,
  stated: readonly ContentToCheck[],
): Promise<GoodsPublishingProblem[][]> {
  const factsOf = await readServerFacts(db, moment, stated)
  return stated.map((one) => listGoodsPublishingProblems(one.content, factsOf(one)))
}

/** Does the same for one content. `facts` are the things that it names. */
export const findPublishingProblems = async (
  db: Db,
  moment: Pick<Moment, 'now'>,
  { goods, ...stated }: ContentToCheck,
): Promise<GoodsPublishingProblem[]> => (await findPublishingProblemsOfContents(db, moment, [{ goods, ...stated }]))[0] ?? []
