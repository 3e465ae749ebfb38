import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type AgreementId, agreementTitles } from '#contract/content/content/api.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { extractAgreementVersionLabel } from './article-store.ts'

const FOLDER = path.join(import.meta.dirname, '..', 'seeds')

interface Seed {
  id: string
  agreementId: number | null
  /** The name of the article's category; null for an agreement. */
  category: string | null
  title: string
  summary: string
  keywords: string
  text: string
  label: string | null
  position: number
}

const readText = (...names: string[]) => readFileSync(path.join(FOLDER, ...names), 'utf8')

const agreementSeed = (id: AgreementId): Seed => {
  const text = readText('agreements', `${id}.md`)
  const label = extractAgreementVersionLabel(text)
  if (label === undefined) throw new Error(`agreement ${id} names no version`)
  const title = agreementTitles[id]
  return { id: `agreement-${id}`, agreementId: id, category: null, title, summary: '', keywords: '', text, label, position: id }
}

/** Parses a file of the help centre: lines of `name: value`, an empty line, the text. */
function articleSeed(name: string, position: number): Seed {
  const [head = '', ...rest] = readText('articles', name).split('\n\n')
  const fields = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  const { title, summary, keywords, category } = fields
  if (!title || !summary || !category) throw new Error(`the article ${name} lacks a title, a summary or a category`)
  const id = name.replace(/^\d+-/, '').replace(/\.md$/, '')
  return { id, agreementId: null, category, title, summary, keywords: keywords ?? '', text: rest.join('\n\n'), label: null, position }
}

/** The description of each category, in the order in which the categories are shown. */
const categories: Readonly<Record<string, string>> = JSON.parse(readText('categories.json'))

/** Reads all built-in texts: the agreements, and the help articles in the order of their files. */
const readSeeds = (): Seed[] => [
  ...(Object.keys(agreementTitles).map(Number) as AgreementId[]).map(agreementSeed),
  ...readdirSync(path.join(FOLDER, 'articles'))
    .sort()
    .map((name, at) => articleSeed(name, at + 1)),
]

async function seedCategories(tx: Tx, moment: Moment): Promise<ReadonlyMap<string, string>> {
  const rows = Object.entries(categories).map(([name, note], at) => ({ id: moment.newId(), name, note, position: (at + 1) * 10 }))
  await tx
    .insertInto('help_category')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return new Map((await tx.selectFrom('help_category').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
}

async function insertSeeds(tx: Tx, moment: Moment, seeds: readonly Seed[]): Promise<void> {
  const categoryIds = await seedCategories(tx, moment)
  const made = await tx
    .insertInto('article')
    .values(
      seeds.map(({ id, agreementId, category, position }) => ({
        id,
        agreement_id: agreementId,
        help_category_id: category === null ? null : (categoryIds.get(category) ?? null),
        position,
        rev: 1,
        created_at: moment.now,
        updated_at: moment.now,
      })),
    )
    // Another server that starts at the same time may have inserted the row already.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  const fresh = seeds.filter(({ id }) => made.some((row) => row.id === id))
  if (fresh.length === 0) return
  await tx
    .insertInto('article_version')
    .values(
      fresh.map(({ id, title, summary, keywords, text, label }) => ({
        article_id: id,
        no: 1,
        title,
        summary,
        keywords,
        text,
        label,
        hash: sha256(text),
        note: '',
        published_at: moment.now,
      })),
    )
    .execute()
  await tx
    .updateTable('article')
    .set({ published_no: 1 })
    .where(
      'id',
      'in',
      fresh.map(({ id }) => id),
    )
    .execute()
}

/**
 * Inserts the built-in agreements and help articles. The first start inserts all of them, a later start only those that are new. Rows that
 * exist are not changed, even if staff have edited them.
 */
export async function insertMissingDefaultArticles(db: Db, moment: Moment): Promise<void> {
  const seeds = readSeeds()
  const there = new Set((await db.selectFrom('article').select('id').execute()).map(({ id }) => id))
  const missing = seeds.filter(({ id }) => !there.has(id))
  if (missing.length > 0) await runInTransaction(db, (tx) => insertSeeds(tx, moment, missing))
}
