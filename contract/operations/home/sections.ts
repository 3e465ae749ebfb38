import * as z from 'zod/mini'
import { getLinkKind } from '#contract/content/content/links.ts'
import { Day, Id, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'

/** `titled`: it has its own title. `goods`: it shows its own goods. */
export const homeSectionKinds = {
  stage: { label: '主图与横幅', titled: false, goods: false },
  categories: { label: '分类导航', titled: false, goods: false },
  hardness: { label: '按岩石硬度选齿', titled: false, goods: false },
  stock: { label: '现货专区', titled: true, goods: true },
  picked: { label: '精选商品', titled: true, goods: true },
  byCategory: { label: '分类推荐', titled: true, goods: false },
  credit: { label: '赊销流程', titled: false, goods: false },
  quickOrder: { label: '批量下单', titled: false, goods: false },
  announcement: { label: '公告栏', titled: true, goods: false },
} as const
export type HomeSectionKind = keyof typeof homeSectionKinds

export const homeSectionGoodsRules = {
  hand: { label: '手工选择' },
  newest: { label: '新品' },
  sales: { label: '热销' },
  priceUp: { label: '低价' },
} as const
export type HomeSectionGoodsRule = keyof typeof homeSectionGoodsRules

/** The built-in arrangement, which is also the starting point for staff. */
export const builtInHomeSectionKinds = ['categories', 'stage', 'hardness', 'stock', 'byCategory', 'credit', 'quickOrder'] as const

export const HOME_SECTIONS_MAX = 20
const GOODS_MAX = 20
/** Two full rows of the widest page. */
export const DEFAULT_HOME_SECTION_GOODS_COUNT = 10
export const homeSectionMemberLevels = [1, 2, 3, 4] as const

const Level = z.literal(homeSectionMemberLevels, '会员等级不正确')

export const homeSectionFields = {
  kind: z.enum(keysOf(homeSectionKinds), '请选择版块'),
  title: Text(30),
  text: Text(300),
  target: Text(300).check(
    z.refine((target) => target === '' || getLinkKind(target) !== undefined, '链接须为本站地址（如 /shop）或 https:// 网址'),
  ),
  goodsRule: z.nullable(z.enum(keysOf(homeSectionGoodsRules), '请选择商品的来源')),
  goodsIds: z.array(Id).check(
    z.maxLength(GOODS_MAX, `最多 ${GOODS_MAX} 个商品`),
    z.refine((ids) => new Set(ids).size === ids.length, '商品重复'),
  ),
  goodsCount: z.int('商品数不正确').check(z.minimum(1, '至少 1 个商品'), z.maximum(GOODS_MAX, `最多 ${GOODS_MAX} 个商品`)),
  dateFrom: z.nullable(Day),
  dateTo: z.nullable(Day),
  guests: z.boolean('请选择游客是否可见'),
  levels: z.array(Level).check(z.maxLength(homeSectionMemberLevels.length, '会员等级重复')),
  shown: z.boolean('请选择是否启用'),
}

/** The fields of a section that staff edit. Its position is changed separately. */
export const HomeSectionContent = z.object({
  kind: homeSectionFields.kind,
  title: z.string(),
  text: z.string(),
  target: z.string(),
  goodsRule: homeSectionFields.goodsRule,
  goodsIds: z.array(Id),
  goodsCount: z.int(),
  dateFrom: z.nullable(Day),
  dateTo: z.nullable(Day),
  guests: z.boolean(),
  levels: z.array(Level),
  shown: z.boolean(),
})
export type HomeSectionContent = z.output<typeof HomeSectionContent>

export const ConsoleHomeSection = z.object({ ...HomeSectionContent.shape, id: Id, rowVersion: RowVersion })
export type ConsoleHomeSection = z.output<typeof ConsoleHomeSection>

interface Fault {
  field: keyof HomeSectionContent
  message: string
}

/** The problem of a section as a whole, and its field; undefined: none. */
export function getHomeSectionFault(section: HomeSectionContent): Fault | undefined {
  const { kind, title, text, target, goodsRule, goodsIds, dateFrom, dateTo, guests, levels } = section
  const { titled, goods } = homeSectionKinds[kind]
  if (!titled && title !== '') return { field: 'title', message: '这种版块没有标题' }
  if ((kind === 'picked' || kind === 'announcement') && title === '') return { field: 'title', message: '请填写标题' }
  if (kind !== 'announcement' && text !== '') return { field: 'text', message: '只有公告栏有文字' }
  if (kind !== 'announcement' && target !== '') return { field: 'target', message: '只有公告栏有链接' }
  if (goods !== (goodsRule !== null)) return { field: 'goodsRule', message: goods ? '请选择商品的来源' : '这种版块不选商品' }
  if (kind === 'stock' && goodsRule === 'hand') return { field: 'goodsRule', message: '现货专区按规则取有货的商品' }
  if (goodsRule === 'hand' && goodsIds.length === 0) return { field: 'goodsIds', message: '请选择商品' }
  if (goodsRule !== 'hand' && goodsIds.length > 0) return { field: 'goodsIds', message: '只有手工选择时指定商品' }
  if (dateFrom !== null && dateTo !== null && dateTo < dateFrom) return { field: 'dateTo', message: '结束日期不能早于开始日期' }
  if (!guests && levels.length === 0) return { field: 'levels', message: '请选择谁能看到' }
  if (new Set(levels).size !== levels.length) return { field: 'levels', message: '会员等级重复' }
  return undefined
}
