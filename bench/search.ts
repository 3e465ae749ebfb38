/**
 * How well the search box finds what buyers type: the lists of bench/search-lists against the demo's catalog. It prints the shares of rows
 * whose expected goods are first, and among the first three; for rows that may be tuned on, and for the rows held out. `misses` prints rows
 * of the first kind that were not found; rows held out are only counted.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '#server/app.ts'
import { saveSearchWord } from '#server/catalog/search-words/search-word-store.ts'
import { openExternalServices } from '#server/external-services.ts'
import { openDatabase, runInTransaction } from '#server/platform/core/db.ts'
import { createKeys } from '#server/platform/core/keys.ts'
import { createMoment, systemClock } from '#server/platform/core/moment.ts'
import { inProcessAppOptions } from '#server/platform/testing/app-options.ts'
import { setUpDemoCompany } from '#server/platform/testing/company.ts'
import { storeDemoPictures } from '#tools/demo/demo-pictures.ts'
import { seedCatalog } from '#tools/demo/seed-catalog.ts'
import { demoSynonyms } from '#tools/demo/synonyms.ts'
import { percentile } from './clients.ts'
import { openLoadDatabase } from './cluster.ts'

const LIST = path.join(import.meta.dirname, 'search-lists', 'searches.tsv')
const TOP_1 = 0.92
const TOP_3 = 0.97

interface SearchRow {
  query: string
  expected: string[]
  kind: string
  origin: string
  heldOut: boolean
}

function readSearchRows(): SearchRow[] {
  const [, ...lines] = readFileSync(LIST, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [, query = '', expected = '', , kind = '', origin = '', heldOut] = line.split('\t')
    return { query, expected: expected.split('|'), kind, origin, heldOut: heldOut === '1' }
  })
}

/** A row with the names of the first goods that were found. */
interface SearchedRow extends SearchRow {
  found: string[]
}

const isFoundWithin = ({ expected, found }: SearchedRow, count: number): boolean =>
  found.slice(0, count).some((name) => expected.includes(name))
const share = (rows: readonly SearchedRow[], count: number): number => rows.filter((row) => isFoundWithin(row, count)).length / rows.length
const percent = (part: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', minimumFractionDigits: 1 }).format(part).padStart(7)

/** Searches every row as a guest, and returns what was found with the time of each search. */
async function searchAll(ask: (keyword: string) => Promise<string[]>): Promise<{ rows: SearchedRow[]; times: number[] }> {
  const rows: SearchedRow[] = []
  const times: number[] = []
  for (const row of readSearchRows()) {
    const begun = performance.now()
    rows.push({ ...row, found: await ask(row.query) })
    times.push(performance.now() - begun)
  }
  return { rows, times }
}

function report({ rows, times }: { rows: SearchedRow[]; times: number[] }, misses: boolean): boolean {
  times.sort((a, b) => a - b)
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const line = (name: string, own: readonly SearchedRow[]) =>
    say(`    ${name.padEnd(24)} ${String(own.length).padStart(4)} rows  top-1 ${percent(share(own, 1))}  top-3 ${percent(share(own, 3))}`)
  const heldOut = rows.filter((row) => row.heldOut)
  const open = rows.filter((row) => !row.heldOut)
  line('all', rows)
  line('to tune on', open)
  line('held out', heldOut)
  for (const [origin, own] of Map.groupBy(rows, (row) => row.origin)) line(`written by ${origin}`, own)
  for (const [kind, own] of [...Map.groupBy(rows, (row) => row.kind)].sort()) line(kind, own)
  say(`    a search takes ${percentile(times, 0.5).toFixed(1)} ms (median), ${percentile(times, 0.95).toFixed(1)} ms (p95)`)
  if (misses)
    for (const row of open.filter((one) => !isFoundWithin(one, 1)))
      say(
        `${isFoundWithin(row, 3) ? '2–3 ' : 'not '} [${row.kind}] ${row.query} → ${row.expected.join('|')} but ${row.found.slice(0, 3).join('|')}`,
      )
  const kept = share(heldOut, 1) >= TOP_1 && share(heldOut, 3) >= TOP_3
  say(`held out: top-1 ≥ ${percent(TOP_1).trim()}, top-3 ≥ ${percent(TOP_3).trim()}: ${kept ? 'kept' : 'BROKEN'}`)
  return kept
}

/** Prints the figures. Returns whether the rows held out reach the goal. */
export async function benchSearch({ misses }: { misses: boolean }): Promise<boolean> {
  const loaded = await openLoadDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'mall-search-'))
  try {
    const { db, close } = openDatabase({ url: loaded.appUrl, poolSize: 4 })
    const keys = createKeys(randomBytes(32))
    const services = openExternalServices({ dataDir }, db, keys)
    const moment = () => createMoment(systemClock())
    const pictures = await storeDemoPictures({ db, moment: moment(), files: services.files })
    await runInTransaction(db, (tx) => seedCatalog(tx, moment(), pictures))
    await runInTransaction(db, (tx) => setUpDemoCompany(tx, moment()))
    for (const [position, terms] of demoSynonyms.entries())
      await runInTransaction(db, (tx) =>
        saveSearchWord(tx, moment(), {
          kind: 'synonyms',
          terms: [...terms],
          target: '',
          position,
          shown: true,
          rowVersion: 0,
          staffId: '',
        }),
      )
    const { http } = await buildApp({
      db,
      keys,
      services,
      ...inProcessAppOptions(),
      clock: systemClock,
    })
    await http.ready()
    const searched = await searchAll(async (keyword) => {
      const answer = await http.inject({ method: 'POST', url: '/api/goods-api/api/goods/list', payload: { keyword, pageSize: 10 } })
      return (answer.json() as { data: { dataList: { name: string }[] } }).data.dataList.map(({ name }) => name)
    })
    await http.close()
    await close()
    return report(searched, misses)
  } finally {
    loaded.close()
    loaded.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
