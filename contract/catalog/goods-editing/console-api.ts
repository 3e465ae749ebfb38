import * as z from 'zod/mini'
import { CategoryAttribute } from '#contract/catalog/attributes/shapes.ts'
import { GOODS_KEYWORD_LENGTH_MAX } from '#contract/catalog/goods/keyword.ts'
import { priceChangeConfirmedSchema } from '#contract/catalog/pricing/console-api.ts'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import {
  Id,
  Instant,
  IntegerId,
  NullOutput,
  pageInput,
  pageOutput,
  RowVersion,
  RowVersionIfAny,
  Text,
} from '#contract/platform/core/fields.ts'
import { GOODS_RELATIONS_MAX, GOODS_SKUS_MAX, GoodsContent, MACHINE_MODELS_PER_GOODS_CONTENT_MAX } from './content.ts'
import {
  ConsoleGoodsDetail,
  ConsoleGoodsRow,
  GoodsHistoryRow,
  GoodsPreview,
  GoodsPublishingProblemSchema,
  GoodsStateSchema,
  GoodsVersionSummary,
} from './shapes.ts'

/** One product, as its editor has read it. */
const seen = { goodsId: Id, rowVersion: RowVersion }
const changed = z.object({ rowVersion: RowVersion })
const editRefusals = ['GOODS_NOT_FOUND', 'ROW_CHANGED'] as const
const moveRefusals = [...editRefusals, 'GOODS_STATE_WRONG'] as const
/** Pictures and documents can be deleted from the library while a draft is about to name them. */
const writeRefusals = ['SHOP_NOT_YOURS', 'PICTURE_NOT_FOUND', 'DOCUMENT_NOT_FOUND'] as const

/** The filters of the list of goods. */
export const consoleGoodsFilterFields = {
  /** In the name, the goods code or a SKU code. */
  keyword: z.optional(Text(GOODS_KEYWORD_LENGTH_MAX)),
  state: z.optional(GoodsStateSchema),
  shopId: z.optional(Id),
  /** A category of either level. */
  categoryId: z.optional(IntegerId),
  brandId: z.optional(Id),
  hasDraft: z.optional(z.boolean()),
}

export const consoleGoodsEndpoints = defineEndpoints('/console-api/api/goods', {
  list: readEndpoint({
    path: 'list',
    summary: '商品：草稿、在售、已下架、已归档；最近修改的在前',
    needs: { staff: 'goods' },
    input: z.strictObject({ ...pageInput, ...consoleGoodsFilterFields }),
    output: pageOutput(ConsoleGoodsRow),
  }),
  detail: readEndpoint({
    path: 'detail',
    summary: '一个商品：已发布的内容、草稿、还不能发布的原因、最近的版本',
    needs: { staff: 'goods' },
    input: z.strictObject({ goodsId: Id }),
    output: ConsoleGoodsDetail,
    refusals: ['GOODS_NOT_FOUND'],
  }),
  preview: readEndpoint({
    path: 'preview',
    summary: '预览草稿：以游客、某会员等级或某家企业（按其价目表）的身份',
    needs: { staff: 'goods' },
    input: z
      .strictObject({ goodsId: Id, level: z.optional(z.literal([1, 2, 3, 4], '会员等级不正确')), enterpriseId: z.optional(Id) })
      .check(
        z.refine(({ level, enterpriseId }) => level === undefined || enterpriseId === undefined, {
          message: '请选择会员等级或企业',
          path: ['level'],
        }),
      ),
    output: GoodsPreview,
    refusals: ['GOODS_NOT_FOUND'],
  }),
  save: writeEndpoint({
    path: 'save',
    summary: '保存草稿：不带编号则新建商品；在售商品的草稿发布之前买家看不到；已定时的发布取消',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject({ goodsId: z.optional(Id), rowVersion: RowVersionIfAny, content: GoodsContent }),
    output: z.object({
      goodsId: Id,
      rowVersion: RowVersion,
      code: z.string(),
      /** The ids of the SKUs in the order of the content; new SKUs have got theirs. */
      skuIds: z.array(Id),
      problems: z.array(GoodsPublishingProblemSchema),
    }),
    refusals: [...moveRefusals, 'SKU_NOT_FOUND', ...writeRefusals],
  }),
  discardDraft: writeEndpoint({
    path: 'discard-draft',
    summary: '放弃草稿：从未发布的商品随之删除',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject(seen),
    output: NullOutput,
    refusals: [...editRefusals, 'GOODS_NO_DRAFT'],
  }),
  publish: writeEndpoint({
    path: 'publish',
    summary: '发布草稿，一秒内全站生效，或定时发布；列出全部未完成的内容；价格变动过大或低于成本的须确认',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject({
      ...seen,
      /** When to publish; left out: now. */
      publishAt: z.optional(Instant),
      note: z._default(Text(200), ''),
      confirmed: priceChangeConfirmedSchema,
    }),
    output: z.object({ rowVersion: RowVersion, version: z.int(), publishAt: z.nullable(Instant) }),
    refusals: [
      ...moveRefusals,
      'GOODS_NO_DRAFT',
      'SHOP_NOT_YOURS',
      'GOODS_NOT_READY',
      'DRAFT_OUTDATED',
      'PRICE_CHANGE_LARGE',
      'PRICE_BELOW_COST',
      'PUBLISH_TIME_PAST',
    ],
  }),
  takeOff: writeEndpoint({
    path: 'take-off',
    summary: '下架商品，一秒内全站生效；购物车和常购清单里的显示为已下架',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject(seen),
    output: changed,
    refusals: moveRefusals,
  }),
  relist: writeEndpoint({
    path: 'relist',
    summary: '重新上架已下架的商品',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject(seen),
    output: changed,
    refusals: moveRefusals,
  }),
  archive: writeEndpoint({
    path: 'archive',
    summary: '归档已下架的商品：不能再上架和修改，历史订单不受影响',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject(seen),
    output: changed,
    refusals: moveRefusals,
  }),
  copy: writeEndpoint({
    path: 'copy',
    summary: '复制为新商品的草稿：编码和条码留空',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject({ goodsId: Id }),
    output: z.object({ goodsId: Id, rowVersion: RowVersion }),
    refusals: ['GOODS_NOT_FOUND', ...writeRefusals],
  }),
  attributes: readEndpoint({
    path: 'attributes',
    summary: '某分类的商品要填的参数：上级分类的在前，含选项',
    needs: { staff: 'goods' },
    input: z.strictObject({ categoryId: IntegerId }),
    output: z.array(CategoryAttribute),
  }),
  names: readEndpoint({
    path: 'names',
    summary: '商品、规格、机型的名称：编辑页显示已选择的内容',
    needs: { staff: 'goods' },
    input: z.strictObject({
      goodsIds: z.array(Id).check(z.maxLength(GOODS_RELATIONS_MAX, `最多 ${GOODS_RELATIONS_MAX} 个商品`)),
      skuIds: z.array(Id).check(z.maxLength(GOODS_SKUS_MAX, `最多 ${GOODS_SKUS_MAX} 个规格`)),
      machineModelIds: z
        .array(Id)
        .check(z.maxLength(MACHINE_MODELS_PER_GOODS_CONTENT_MAX, `最多 ${MACHINE_MODELS_PER_GOODS_CONTENT_MAX} 个机型`)),
    }),
    output: z.array(z.object({ id: Id, name: z.string() })),
  }),
  history: readEndpoint({
    path: 'history',
    summary: '商品的历史：发布的版本，以及之间的改价、上下架、税收分类：何人、何时、改了什么；最新的在前',
    needs: { staff: 'goods' },
    input: z.strictObject({ ...pageInput, goodsId: Id }),
    output: pageOutput(GoodsHistoryRow),
    refusals: ['GOODS_NOT_FOUND'],
  }),
  version: readEndpoint({
    path: 'version',
    summary: '商品某一版本的内容',
    needs: { staff: 'goods' },
    input: z.strictObject({
      goodsId: Id,
      version: z.int('版本不正确').check(z.minimum(1, '版本不正确'), z.maximum(1_000_000, '版本不正确')),
    }),
    output: z.object({ ...GoodsVersionSummary.shape, content: GoodsContent }),
    refusals: ['GOODS_NOT_FOUND', 'GOODS_VERSION_NOT_FOUND'],
  }),
  restore: writeEndpoint({
    path: 'restore',
    summary: '以旧版本建立草稿：已不存在的参数选项去掉，之后新增的规格停用',
    needs: { staff: 'goods' },
    audits: 'goods',
    input: z.strictObject({
      ...seen,
      version: z.int('版本不正确').check(z.minimum(1, '版本不正确'), z.maximum(1_000_000, '版本不正确')),
    }),
    output: changed,
    refusals: [...moveRefusals, 'GOODS_VERSION_NOT_FOUND', ...writeRefusals],
  }),
})
