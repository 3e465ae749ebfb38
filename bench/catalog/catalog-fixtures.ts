// The base data of a generated catalog: shops, categories, brands, pictures and attributes, in the amounts of a large mall.
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const SHOPS = 4
const PARENTS = 6
const LEAVES_OF_PARENT = 5
const BRANDS = 40
const PICTURES = 50
const ATTRIBUTES = 60
const CHOICES = 12
/** How many attributes each category has. The last one makes its SKUs. */
const OF_CATEGORY = 9
/** Ids of categories that no seed uses. */
const FIRST_CATEGORY = 5_000

interface Named<Id> {
  id: Id
  name: string
}

export interface CatalogFixtureAttribute {
  id: string
  code: string
  name: string
  kind: 'choice' | 'number'
  makesSkus: boolean
  choices: Named<string>[]
}

export interface CatalogFixtures {
  shops: Named<string>[]
  brands: Named<string>[]
  pictureIds: string[]
  /** The categories of the lower level, with their attributes. */
  categories: (Named<number> & { attributes: CatalogFixtureAttribute[] })[]
  attributes: CatalogFixtureAttribute[]
}

const count = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at))
const named = (length: number, name: (at: number) => string): Named<string>[] =>
  count(length, (at) => ({ id: randomUUID(), name: name(at) }))

/** Every third attribute makes SKUs, so that each category has some of both. */
const makeAttributes = (): CatalogFixtureAttribute[] =>
  count(ATTRIBUTES, (at): CatalogFixtureAttribute => {
    const makesSkus = at % 3 === 2
    const isChoice = makesSkus || at % 2 === 0
    const choices = isChoice ? named(CHOICES, (choice) => `第 ${choice + 1} 档`) : []
    return { id: randomUUID(), code: `BENCH_${at}`, name: `测试参数${at}`, kind: isChoice ? 'choice' : 'number', makesSkus, choices }
  })

/** Inserts rows into one table. Each is an object with the columns of the first. */
async function insertRows(client: pg.Client, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`)
  await client.query(`insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
    JSON.stringify(rows),
  ])
}

/** Fills a migrated database. The ids are new each time. */
export async function createCatalogFixtures(ownerUrl: string): Promise<CatalogFixtures> {
  const now = new Date().toISOString()
  const shops = named(SHOPS, (at) => `压测店铺 ${at + 1}`)
  const brands = named(BRANDS, (at) => `压测品牌 ${at + 1}`)
  const pictureIds = count(PICTURES, () => randomUUID())
  const attributes = makeAttributes()
  const categories = count(PARENTS * LEAVES_OF_PARENT, (at) => {
    const own = count(OF_CATEGORY, (place) => attributes[(at * 3 + place) % ATTRIBUTES]).filter((one) => one !== undefined)
    const maker = own.findLast(({ makesSkus }) => makesSkus)
    return {
      id: FIRST_CATEGORY + PARENTS + at,
      parentId: FIRST_CATEGORY + (at % PARENTS),
      name: `压测分类 ${at + 1}`,
      setId: randomUUID(),
      attributes: own.filter((one) => !one.makesSkus || one === maker),
    }
  })
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await insertRows(
      client,
      'shop',
      shops.map((shop) => ({
        ...shop,
        city: '深圳',
        notice: '',
        contact_name: '',
        contact_phone: '',
        return_address: '',
        state: 'open',
        created_at: now,
      })),
    )
    await insertRows(
      client,
      'brand',
      brands.map((brand) => ({ ...brand, origin: '中国', certificates: '', created_at: now })),
    )
    const parents = count(PARENTS, (at) => ({
      id: FIRST_CATEGORY + at,
      parent_id: null,
      name: `压测大类 ${at + 1}`,
      position: at,
      shown: true,
    }))
    const leaves = categories.map(({ id, parentId, name }, position) => ({ id, parent_id: parentId, name, position, shown: true }))
    await insertRows(client, 'category', [...parents, ...leaves])
    await insertRows(
      client,
      'catalog_picture',
      pictureIds.map((id) => ({
        id,
        state: 'kept',
        alt: '',
        width: 800,
        height: 800,
        parts: {},
        bytes: 1,
        content_hash: `\\x${id.replaceAll('-', '')}`,
        stored_hash: '\\x00',
        created_at: now,
        used_at: now,
      })),
    )
    const flags = { required: false, filterable: true, compared: true, on_card: false }
    await insertRows(
      client,
      'attribute',
      attributes.map(({ id, code, name, kind, makesSkus }) => ({
        id,
        code,
        name,
        kind,
        unit: kind === 'number' ? 'mm' : '',
        decimals: kind === 'number' ? 2 : 0,
        multiple: false,
        ...flags,
        makes_skus: makesSkus,
        ruler: false,
        created_at: now,
      })),
    )
    await insertRows(
      client,
      'attribute_choice',
      attributes.flatMap((attribute) =>
        attribute.choices.map(({ id, name }, position) => ({ attribute_id: attribute.id, id, name, position, synonyms: [] })),
      ),
    )
    await insertRows(
      client,
      'attribute_set',
      categories.map(({ setId, name }) => ({ id: setId, name, created_at: now })),
    )
    await insertRows(
      client,
      'attribute_set_line',
      categories.flatMap(({ setId, attributes: own }) =>
        own.map(({ id, makesSkus }, position) => ({ set_id: setId, attribute_id: id, position, ...flags, makes_skus: makesSkus })),
      ),
    )
    await insertRows(
      client,
      'category_attribute_set',
      categories.map(({ id, setId }) => ({ category_id: id, set_id: setId })),
    )
  } finally {
    await client.end()
  }
  return { shops, brands, pictureIds, categories, attributes }
}
