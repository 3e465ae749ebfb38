import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SEARCH_INDEX_WORDS_VERSION } from '#server/catalog/goods/public.ts'
import { withDatabaseClient } from '#server/platform/database/connect.ts'

/** The things that lists of a large catalog can be asked for. */
export interface LargeCatalog {
  /** A category of the lower level with two hundredths of the goods. */
  categoryId: number
  shopId: string
  brandId: string
  machineModelId: string
  importId: string
  /** A value of an attribute, in the form of a list's filter. A tenth of the goods have it. */
  choice: string
  /** The keyword of a hundredth of the goods. */
  keyword: string
}

const CATEGORIES = 50
const SHOPS = 4
const BRANDS = 40
const MODELS = 200
const CHOICES = 10
const IMPORTS = 12
/** The attribute that all goods have. */
const ATTRIBUTE = 'LC_GRADE'
const NOW = '2026-11-18T06:00:00Z'

/** The id of a numbered thing, which looks like a random id. */
const id = (kind: string, number: string) => `overlay(overlay(md5('${kind}' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`

async function insertFrame(client: pg.Client): Promise<void> {
  await client.query(`insert into category (id, parent_id, name, position, shown) values (90000, null, '大库', 900, true)`)
  await client.query(`insert into category (id, parent_id, name, position, shown)
    select 90000 + n, 90000, '大库分类 ' || n, n, true from generate_series(1, ${CATEGORIES}) n`)
  await client.query(`insert into shop (id, name, city, notice, contact_name, contact_phone, return_address, state, created_at)
    select ${id('shop', 'n')}, '大库店铺 ' || n, '深圳', '', '', '', '', 'open', '${NOW}' from generate_series(0, ${SHOPS - 1}) n`)
  await client.query(`insert into brand (id, name, origin, certificates, created_at)
    select ${id('brand', 'n')}, '大库品牌 ' || n, '', '', '${NOW}' from generate_series(0, ${BRANDS - 1}) n`)
  await client.query(`insert into machine_model (id, maker, model, kind, created_at)
    select ${id('model', 'n')}, '大库 ' || n % 9, 'M-' || n, '掘进机', '${NOW}' from generate_series(0, ${MODELS - 1}) n`)
  await insertAttribute(client)
}

async function insertAttribute(client: pg.Client): Promise<void> {
  const flags = 'required, filterable, compared, makes_skus, on_card'
  await client.query(`insert into attribute (id, code, name, kind, unit, decimals, multiple, ruler, created_at, ${flags})
    values (${id('attribute', '1')}, '${ATTRIBUTE}', '等级', 'choice', '', 0, false, false, '${NOW}', false, true, true, false, false)`)
  await client.query(`insert into attribute_choice (attribute_id, id, name, position, synonyms)
    select ${id('attribute', '1')}, ${id('choice', 'n')}, '第 ' || n || ' 级', n, '{}' from generate_series(0, ${CHOICES - 1}) n`)
  await client.query(`insert into attribute_set (id, name, created_at) values (${id('set', '1')}, '大库模板', '${NOW}')`)
  await client.query(`insert into attribute_set_line (set_id, attribute_id, position, ${flags})
    values (${id('set', '1')}, ${id('attribute', '1')}, 0, false, true, true, false, false)`)
  await client.query(`insert into category_attribute_set (category_id, set_id) values (90000, ${id('set', '1')})`)
}

/** One in ten is a draft, one in a hundred has the keyword. Each has three or four SKUs. */
async function insertGoods(client: pg.Client, goods: number): Promise<void> {
  const each = (skus = '') => `from generate_series(1, ${goods}) n${skus}`
  const ofSkus = `cross join lateral generate_series(1, 3 + (n % 3 = 0)::int) k`
  const published = 'n % 10 <> 0'
  const word = `case n % 100 when 7 then '专用刀盘' else (array['采煤截齿', '掘进钻头', '皮带托辊', '矿用电缆'])[1 + n % 4] end`
  await client.query(`
    insert into goods (id, slug, shop_id, category_id, brand_id, name, spec, unit, parameters, description, position, created_at, state, published_at,
      version, changed_at)
    select ${id('goods', 'n')}, 'LC-' || n, ${id('shop', `n % ${SHOPS}`)}, 90001 + n % ${CATEGORIES}, ${id('brand', `n % ${BRANDS}`)},
      ${word} || ' M' || n, '', '支', '[]', repeat('硬质合金刀头，耐磨耐冲击。' || n, 20), 1000 + n, '${NOW}', case when ${published} then 'on_sale' else 'draft' end,
      case when ${published} then '${NOW}'::timestamptz end, 1, '${NOW}'::timestamptz - n * interval '1 minute' ${each()}`)
  await client.query(`insert into goods_draft (goods_id, content, base_version, edited_at)
    select ${id('goods', 'n')}, jsonb_build_object('code', 'LC-' || n, 'skus', '[]'::jsonb, 'description', repeat(md5('' || n), 40)), 0, '${NOW}' ${each()} where not (${published})`)
  await client.query(`
    insert into sku (id, goods_id, code, props, sale_price_fen, credit_price_fen, minimum, step, weight_grams, on_shelf, position)
    select ${id('sku', "n || '-' || k")}, ${id('goods', 'n')}, 'LC-' || n || '-' || k, '{"规格": "甲"}', 1000 + n % 900, 1100 + n % 900, 1, 1,
      500, true, k ${each(` ${ofSkus}`)} where ${published}`)
  await client.query(`insert into sku_stock (sku_id, available, reserved, sold)
    select ${id('sku', "n || '-' || k")}, (n + k) % 50, 0, n % 70 ${each(` ${ofSkus}`)} where ${published}`)
  await client.query(`insert into goods_machine_model (goods_id, machine_model_id)
    select ${id('goods', 'n')}, ${id('model', `n % ${MODELS}`)} ${each()} where ${published}`)
  await client.query(`insert into goods_attribute (goods_id, attribute_id, choice_id)
    select ${id('goods', 'n')}, ${id('attribute', '1')}, ${id('choice', `n % ${CHOICES}`)} ${each()} where ${published}`)
  await client.query(`
    insert into goods_search (goods_id, category_id, parent_category_id, lowest_sale_fen, in_stock, sales, position, on_shelf)
    select ${id('goods', 'n')}, 90001 + n % ${CATEGORIES}, 90000, 1000 + n % 900, n % 3 > 0, n % 70, 1000 + n, true ${each()} where ${published}`)
  await client.query(`
    insert into goods_words (goods_id, codes, version, lexemes)
    select ${id('goods', 'n')}, ' lc' || n || '1 lc' || n || '2 ', ${SEARCH_INDEX_WORDS_VERSION},
      array_to_tsvector(array['lc' || n, 'm' || n] || case n % 100 when 7 then array['专用', '用刀', '刀盘'] else array['截齿', '采煤'] end)
    ${each()} where ${published}`)
}

async function insertImports(client: pg.Client, rows: number): Promise<string> {
  const importId = randomUUID()
  const { rows: staff } = await client.query<{ id: string }>('select id from staff limit 1')
  await client.query(
    `insert into goods_import (id, staff_id, file_name, file_hash, mode, clear_empty, state, titles, row_count, created_at)
    select case n when 1 then $1::uuid else gen_random_uuid() end, $2, '大库.csv', '\\x00', 'both', false, 'tried', '["商品编码"]', $3,
      '${NOW}'::timestamptz - n * interval '1 hour' from generate_series(1, ${IMPORTS}) n`,
    [importId, staff[0]?.id, rows],
  )
  await client.query(`
    insert into goods_import_row (import_id, row_no, goods_no, goods_code, sku_code, cells, verdict, due, questions)
    select i.id, n + 1, n + 1, 'LC-' || n, 'LC-' || n || '-1', '["LC"]', (array['added', 'changed', 'same', 'refused'])[1 + n % 4], n % 4 < 2,
      case when n % 200 = 1 then '{"changes": [], "belowCost": []}'::jsonb end
    from goods_import i, generate_series(1, ${rows}) n where i.file_name = '大库.csv'`)
  return importId
}

const TABLES = [
  ...[
    'goods',
    'goods_draft',
    'goods_search',
    'goods_machine_model',
    'goods_import',
    'goods_import_row',
    'sku',
    'sku_stock',
    'goods_attribute',
  ],
  ...['missed_search', 'search_lexeme', 'category', 'shop', 'brand', 'machine_model'],
]

/**
 * Fills the catalog of a mall that has staff with goods that differ only in numbers, three or four SKUs each, with a quarter as many rows
 * in each of some imports, and with searches without results. It is for plans of queries and takes seconds.
 */
export async function fillLargeCatalog(ownerUrl: string, { goods }: { goods: number }): Promise<LargeCatalog> {
  return withDatabaseClient(ownerUrl, async (client) => {
    await insertFrame(client)
    await insertGoods(client, goods)
    const importId = await insertImports(client, Math.ceil(goods / 4))
    await client.query(`insert into missed_search (day, term, times, similar_shown)
      select '2026-11-18'::date - n % 30, '找不到 ' || n, 1 + n % 9, false from generate_series(1, ${goods}) n`)
    await client.query(`insert into search_lexeme (word) select 'lc' || n from generate_series(1, ${goods}) n on conflict do nothing`)
    await client.query('update catalog_version set version = version + 1')
    for (const table of TABLES) await client.query(`vacuum analyze ${table}`)
    const { rows } = await client.query<{ shop: string; brand: string; model: string }>(
      `select ${id('shop', '1')} as shop, ${id('brand', '1')} as brand, ${id('model', '1')} as model`,
    )
    const { shop = '', brand = '', model = '' } = rows[0] ?? {}
    const found = { categoryId: 90_002, shopId: shop, brandId: brand, machineModelId: model }
    return { ...found, importId, choice: `${ATTRIBUTE}:第 3 级`, keyword: '专用刀盘' }
  })
}
