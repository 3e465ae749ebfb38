// The texts that cards of goods show because of the flag 显示在卡片上 in the sets of their category.
import { sql } from 'kysely'
import type { AttributeKind } from '#contract/catalog/attributes/shapes.ts'
import { formatAttributeNumber } from '#contract/catalog/attributes/values.ts'
import type { Db } from '#server/platform/core/db.ts'

interface ShownValue {
  goods_id: string
  sku_id: string | null
  name: string
  kind: AttributeKind
  unit: string
  number_value: number | null
  text_value: string | null
  boolean_value: boolean | null
  choices: string | null
}

/** '合金牌号 YG11C', '刀头直径 22 mm'. For 是/否 only the name of an attribute that is true is shown. */
function formatTrait({ name, kind, unit, number_value, text_value, boolean_value, choices }: ShownValue): string | undefined {
  if (kind === 'boolean') return boolean_value === true ? name : undefined
  const text = kind === 'number' && number_value !== null ? formatAttributeNumber(number_value, unit) : (choices ?? text_value ?? '')
  return text === '' ? undefined : `${name} ${text}`
}

/** A card: its goods, their category, and the SKU that it shows. */
export interface GoodsCardRef {
  goodsId: string
  categoryId: number
  skuId: string
}

/**
 * Finds the values of goods, and of the SKU that a card shows, whose attributes are marked for cards in their category, as texts in the order
 * of the sets. The flags of a category's own set win. Goods without any are left out. One statement.
 */
export async function findCardTraitsByGoods(db: Db, cards: readonly GoodsCardRef[]): Promise<Map<string, string[]>> {
  if (cards.length === 0) return new Map()
  const column = <Key extends keyof GoodsCardRef>(key: Key) => cards.map((card) => card[key])
  const { rows } = await sql<ShownValue>`
    with card as (
      select * from unnest(${column('goodsId')}::uuid[], ${column('categoryId')}::int[], ${column('skuId')}::uuid[]) as c(goods_id, category_id, sku_id)),
    line as (
      select distinct on (k.id, l.attribute_id) k.id as category_id, l.attribute_id, l.on_card, s.category_id = k.id as own, l.position
      from category as k join category_attribute_set as s on s.category_id in (k.id, k.parent_id)
        join attribute_set_line as l on l.set_id = s.set_id
      where k.id in (select category_id from card)
      order by k.id, l.attribute_id, own desc)
    select v.goods_id, v.sku_id, a.name, a.kind, a.unit, v.number_value::float8 as number_value, v.text_value, v.boolean_value,
      string_agg(o.name, '、' order by o.position) as choices
    from line join card on card.category_id = line.category_id
      join goods_attribute as v on v.goods_id = card.goods_id and v.attribute_id = line.attribute_id and (v.sku_id is null or v.sku_id = card.sku_id)
      join attribute as a on a.id = line.attribute_id
      left join attribute_choice as o on o.attribute_id = v.attribute_id and o.id = v.choice_id
    where line.on_card
    group by v.goods_id, v.sku_id, a.id, v.number_value, v.text_value, v.boolean_value, line.own, line.position
    order by v.goods_id, line.own, line.position`.execute(db)
  const byGoods = Map.groupBy(rows, ({ goods_id }) => goods_id)
  return new Map([...byGoods].map(([goodsId, own]) => [goodsId, own.flatMap((row) => formatTrait(row) ?? [])]))
}
