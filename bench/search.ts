/**
 * How well the search box finds what buyers type: the lists of bench/search-lists against the demo's catalog. It prints the shares of rows
 * whose expected goods are first, and among the first three; for rows that may be tuned on, and for the rows held out. `misses` prints rows
 * of the first kind that were not found; rows held out are only counted.
 */

import { benchChatLineMatching } from './chat.ts'
import { percentile } from './clients.ts'
import { FRESH_SEARCHES_FILE, readTsvCells, SEARCHES_FILE } from './search-lists/generator/rows.ts'
import { openDemoCatalogMall } from './search-mall.ts'

const TOP_1 = 0.92
const TOP_3 = 0.97
/** The origin of rows that were written when the search was there, by somebody who had not seen it. */
const FRESH = 'fresh'
/** What suggestions may take on the server while a person types. */
const SUGGESTIONS_MS = 50

interface SearchRow {
  query: string
  expected: string[]
  kind: string
  origin: string
  heldOut: boolean
}

/** The rows, and those that were written after the search, which are all held out. */
function readSearchRows(): SearchRow[] {
  const rows = readTsvCells(SEARCHES_FILE).map(([, query = '', expected = '', , kind = '', origin = '', heldOut]) => {
    return { query, expected: expected.split('|'), kind, origin, heldOut: heldOut === '1' }
  })
  const fresh = readTsvCells(FRESH_SEARCHES_FILE).map(([query = '', expected = '', , kind = '']) => {
    return { query, expected: expected.split('|'), kind, origin: FRESH, heldOut: true }
  })
  return [...rows, ...fresh]
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
  const fresh = rows.filter(({ origin }) => origin === FRESH)
  const heldOut = rows.filter((row) => row.heldOut && row.origin !== FRESH)
  const open = rows.filter((row) => !row.heldOut)
  line('all', rows)
  line('to tune on', open)
  line('held out', heldOut)
  line('written later', fresh)
  for (const [origin, own] of Map.groupBy([...open, ...heldOut], (row) => row.origin)) line(`written by ${origin}`, own)
  for (const [kind, own] of [...Map.groupBy(rows, (row) => row.kind)].sort()) line(kind, own)
  say(`    a search takes ${percentile(times, 0.5).toFixed(1)} ms (median), ${percentile(times, 0.95).toFixed(1)} ms (p95)`)
  if (misses)
    for (const row of open.filter((one) => !isFoundWithin(one, 1)))
      say(
        `${isFoundWithin(row, 3) ? '2–3 ' : 'not '} [${row.kind}] ${row.query} → ${row.expected.join('|')} but ${row.found.slice(0, 3).join('|')}`,
      )
  const verdicts = Object.entries({ 'held out': heldOut, 'written later': fresh }).map(([name, own]) => {
    const kept = share(own, 1) >= TOP_1 && share(own, 3) >= TOP_3
    say(`${name}: top-1 ≥ ${percent(TOP_1).trim()}, top-3 ≥ ${percent(TOP_3).trim()}: ${kept ? 'kept' : 'BROKEN'}`)
    return kept
  })
  return verdicts.every(Boolean)
}

/** Asks for suggestions with every query, and prints how long the server takes. Returns whether that is as promised. */
async function benchSuggestions(suggest: (keyword: string) => Promise<unknown>): Promise<boolean> {
  const times: number[] = []
  for (const { query } of readSearchRows()) {
    const begun = performance.now()
    await suggest(query)
    times.push(performance.now() - begun)
  }
  times.sort((a, b) => a - b)
  const [median, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  const kept = p95 <= SUGGESTIONS_MS
  process.stdout.write(
    `suggestions take ${median.toFixed(1)} ms (median), ${p95.toFixed(1)} ms (p95), ≤ ${SUGGESTIONS_MS} ms: ${kept ? 'kept' : 'BROKEN'}\n`,
  )
  return kept
}

/** Prints the figures of searches, suggestions and chat lines. Returns whether the rows held out reach the goals, and suggestions are in time. */
export async function benchSearchAndChatLines({ misses }: { misses: boolean }): Promise<boolean> {
  const mall = await openDemoCatalogMall()
  try {
    const searched = await searchAll(async (keyword) => {
      const answer = await mall.http.inject({ method: 'POST', url: '/api/goods-api/api/goods/list', payload: { keyword, pageSize: 10 } })
      return (answer.json() as { data: { dataList: { name: string }[] } }).data.dataList.map(({ name }) => name)
    })
    const searchesKept = report(searched, misses)
    const suggestionsKept = await benchSuggestions((keyword) =>
      mall.http.inject({ method: 'GET', url: '/api/goods-api/api/search/suggest', query: { keyword } }),
    )
    const chatKept = await benchChatLineMatching(mall.db, { misses })
    return searchesKept && suggestionsKept && chatKept
  } finally {
    await mall.close()
  }
}
