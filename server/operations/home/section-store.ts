// Reads and writes the table `home_section`.
import { sql } from 'kysely'
import {
  builtInHomeSectionKinds,
  type ConsoleHomeSection,
  DEFAULT_HOME_SECTION_GOODS_COUNT,
  HOME_SECTIONS_MAX,
  type HomeSectionContent,
  homeSectionKinds,
} from '#contract/operations/home/sections.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsById } from '#server/catalog/goods/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  buildRowVersionSubquery,
  formatRowEdit,
  lockOutEditorsAndRequireRowVersion,
  readRowVersion,
  recordRowEdit,
} from '#server/platform/core/row-edits.ts'

/** The order of all sections is edited as one row. */
const ORDER = { kind: 'homeSectionOrder', key: 'home' } as const

const selectSections = (db: Db) =>
  db
    .selectFrom('home_section')
    .select(['id', 'kind', 'title', 'text', 'target', 'guests', 'levels', 'shown'])
    .select(['goods_rule as goodsRule', 'goods_ids as goodsIds', 'goods_count as goodsCount', 'day_from as dateFrom', 'day_to as dateTo'])
    .$narrowType<HomeSectionContent>()

/** Lists all sections in their order, and the version of the order. */
export async function listHomeSections(db: Db): Promise<{ sections: ConsoleHomeSection[]; orderVersion: number }> {
  const sections = await selectSections(db)
    .select(buildRowVersionSubquery('homeSection', 'home_section.id').as('rowVersion'))
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { sections, orderVersion: await readRowVersion(db, ORDER) }
}

/** The viewer of the home page: the day, and the level of his company; null: a guest. */
export interface HomeViewer {
  day: string
  level: number | null
}

const isVisible = ({ shown, dateFrom, dateTo, guests, levels }: HomeSectionContent, { day, level }: HomeViewer): boolean =>
  shown &&
  (dateFrom === null || dateFrom <= day) &&
  (dateTo === null || day <= dateTo) &&
  (level === null ? guests : levels.some((one) => one === level))

/** Lists the sections that a viewer sees, in order; null: nobody has arranged the home page. */
export async function listVisibleHomeSections(db: Db, viewer: HomeViewer) {
  const sections = await selectSections(db).orderBy('position').orderBy('id').execute()
  return sections.length === 0 ? null : sections.filter((section) => isVisible(section, viewer))
}

const columnsOf = ({ goodsRule, goodsIds, goodsCount, dateFrom, dateTo, levels, ...facts }: HomeSectionContent) => ({
  ...facts,
  goods_rule: goodsRule,
  goods_ids: JSON.stringify(goodsIds),
  levels: JSON.stringify(levels),
  goods_count: goodsCount,
  day_from: dateFrom,
  day_to: dateTo,
})

const labels = {
  title: '标题',
  text: '文字',
  target: '链接',
  goodsRule: '商品来源',
  goodsIds: '商品',
  goodsCount: '商品数',
  dateFrom: '开始日期',
  dateTo: '结束日期',
  guests: '游客可见',
  levels: '会员等级',
  shown: '启用',
}
const describe = ({ goodsIds, levels, ...facts }: HomeSectionContent) => ({
  ...facts,
  goodsIds: `${goodsIds.length} 个`,
  levels: levels.join('、'),
})

async function requireKnownGoods(db: Db, goodsIds: readonly string[]): Promise<void> {
  const known = await findOncePublishedGoodsById(db, goodsIds)
  if (known.length < goodsIds.length) refuse('GOODS_NOT_FOUND', { field: 'goodsIds' })
}

/** Creates a section at the end, or updates the one with the given id. Refuses HOME_SECTION_NOT_FOUND, HOME_SECTIONS_FULL, GOODS_NOT_FOUND, ROW_CHANGED. */
export async function saveHomeSection(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, ...facts }: HomeSectionContent & { id?: string | undefined; rowVersion: number; staffId: string },
): Promise<{ id: string }> {
  await requireKnownGoods(tx, facts.goodsIds)
  if (id === undefined) {
    const { count, last } = await tx
      .selectFrom('home_section')
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
      .executeTakeFirstOrThrow()
    if (count >= HOME_SECTIONS_MAX) refuse('HOME_SECTIONS_FULL')
    const made = moment.newId()
    await tx
      .insertInto('home_section')
      .values({ id: made, ...columnsOf(facts), position: (last ?? 0) + 1, created_at: moment.now })
      .execute()
    return { id: made }
  }
  const row = { kind: 'homeSection', key: id } as const
  await lockOutEditorsAndRequireRowVersion(tx, { ...row, seen: rowVersion })
  // The kind of a section cannot change.
  const before = await selectSections(tx).where('id', '=', id).where('kind', '=', facts.kind).executeTakeFirst()
  if (!before) refuse('HOME_SECTION_NOT_FOUND')
  await tx.updateTable('home_section').set(columnsOf(facts)).where('id', '=', id).execute()
  await recordRowEdit(tx, moment, { ...row, staffId, what: formatRowEdit(labels, describe(before), describe(facts)) })
  return { id }
}

/** Inserts the built-in arrangement as a starting point. Refuses HOME_ARRANGED if there are sections. */
export async function insertBuiltInHomeSections(tx: Tx, moment: Moment): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('home_section', 0))`.execute(tx)
  const known = await tx.selectFrom('home_section').select('id').limit(1).executeTakeFirst()
  if (known) refuse('HOME_ARRANGED')
  const rows = builtInHomeSectionKinds.map((kind, at) => ({
    id: moment.newId(),
    ...columnsOf({
      kind,
      title: '',
      text: '',
      target: '',
      goodsRule: homeSectionKinds[kind].goods ? 'sales' : null,
      goodsIds: [],
      goodsCount: DEFAULT_HOME_SECTION_GOODS_COUNT,
      dateFrom: null,
      dateTo: null,
      guests: true,
      levels: [1, 2, 3, 4],
      shown: true,
    }),
    position: at + 1,
    created_at: moment.now,
  }))
  await tx.insertInto('home_section').values(rows).execute()
}

/** Puts all sections in order. Refuses HOME_SECTION_NOT_FOUND if the ids are not those of all sections, ROW_CHANGED. */
export async function setHomeSectionOrder(
  tx: Tx,
  moment: Moment,
  { ids, rowVersion, staffId }: { ids: readonly string[]; rowVersion: number; staffId: string },
): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { ...ORDER, seen: rowVersion })
  const known = await tx.selectFrom('home_section').select('id').orderBy('id').execute()
  const given = [...new Set(ids)].sort()
  if (given.length !== known.length || known.some(({ id }, at) => id !== given[at])) refuse('HOME_SECTION_NOT_FOUND')
  await sql`
    update home_section set position = given.place
    from unnest(${[...ids]}::uuid[]) with ordinality as given(id, place)
    where home_section.id = given.id`.execute(tx)
  await recordRowEdit(tx, moment, { ...ORDER, staffId, what: '版块顺序' })
}

/** Refuses HOME_SECTION_NOT_FOUND, ROW_CHANGED. */
export async function deleteHomeSection(tx: Tx, { id, rowVersion }: { id: string; rowVersion: number }): Promise<void> {
  await lockOutEditorsAndRequireRowVersion(tx, { kind: 'homeSection', key: id, seen: rowVersion })
  const { numDeletedRows } = await tx.deleteFrom('home_section').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuse('HOME_SECTION_NOT_FOUND')
}
