// Compares the written lists with the catalogue and with what is promised of them.
import { findChatRowFaults, findSearchRowFaults } from './check-rows.ts'
import {
  CHAT_COUNT,
  CHAT_FILE,
  HELD_OUT_SHARE,
  MESSAGE_COUNT,
  MESSAGES_FILE,
  normaliseRowTextForComparison,
  readListFile,
  readTsvCells,
  SEARCH_COUNT,
  SEARCHES_FILE,
} from './rows.ts'

interface CheckedList {
  name: string
  rows: readonly (readonly string[])[]
  count: number
  /** The least number of rows by hand, a third of the list. */
  byHand: number
  /** The column of the kind. Those of the origin and of held-out rows follow. */
  kindColumn: number
}

const readCell = (cells: readonly string[], column: number): string => cells[column] ?? ''

function checkCounts({ name, rows, count, byHand, kindColumn }: CheckedList): string[] {
  const found = rows.filter((cells) => readCell(cells, kindColumn + 1) === 'hand').length
  return [...(rows.length === count ? [] : [`${name}: ${rows.length} rows`]), ...(found >= byHand ? [] : [`${name}: ${found} by hand`])]
}

/** No id and no text is in two rows. */
function checkTwice({ name, rows }: CheckedList): string[] {
  return [0, 1].flatMap((column) => {
    const values = rows.map((cells) => readCell(cells, column))
    const keys = values.map(normaliseRowTextForComparison)
    return values.filter((_, at) => keys.indexOf(keys[at] ?? '') !== at).map((value) => `${name} twice: ${value}`)
  })
}

/** Prints the rows and the held-out rows of every kind and origin, and checks that they are the share within one row. */
function checkShares({ name, rows, kindColumn }: CheckedList): string[] {
  const countHeldOut = (group: CheckedList['rows']): number => group.filter((cells) => readCell(cells, kindColumn + 2) === '1').length
  const print = (group: string, all: number, held: number): void =>
    console.log(`${name.padEnd(9)}${group.padEnd(22)}${String(all).padStart(4)}${String(held).padStart(4)} held out`)
  const groups = Map.groupBy(rows, (cells) => `${readCell(cells, kindColumn)} ${readCell(cells, kindColumn + 1)}`)
  const faults: string[] = []
  for (const [group, own] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const held = countHeldOut(own)
    print(group, own.length, held)
    if (Math.abs(held - own.length * HELD_OUT_SHARE) > 1) faults.push(`${name} ${group}: ${held} of ${own.length} held out`)
  }
  const total = countHeldOut(rows)
  print('all', rows.length, total)
  return total === Math.round(rows.length * HELD_OUT_SHARE) ? faults : [`${name}: ${total} held out`, ...faults]
}

/** Checks one message: its first line names the rows that it consists of. */
function checkMessage(message: string, rowById: ReadonlyMap<string, readonly string[]>): string[] {
  const [title = '', ...texts] = message.trim().split('\n')
  const [, id = '', heldOut = '', ...rowIds] = title.split(' ')
  const faults = rowIds.length < 3 || rowIds.length !== texts.length ? [`${id}: ${rowIds.length} ids, ${texts.length} lines`] : []
  for (const [at, rowId] of rowIds.entries()) {
    const row = rowById.get(rowId)
    if (row?.[1] !== texts[at]) faults.push(`${id}: line of ${rowId}`)
    if (row && `heldout=${row[7]}` !== heldOut) faults.push(`${id}: ${rowId} is not ${heldOut}`)
  }
  return faults
}

function checkMessages(chat: CheckedList['rows']): string[] {
  const messages = readListFile(MESSAGES_FILE)
    .split('\n\n')
    .filter((message) => message.trim() !== '')
  const rowById = new Map(chat.map((cells) => [readCell(cells, 0), cells]))
  const faults = messages.length === MESSAGE_COUNT ? [] : [`messages: ${messages.length}`]
  return [...faults, ...messages.flatMap((message) => checkMessage(message, rowById))]
}

/** Prints the shares of the held-out rows and all faults of the lists; returns whether there are none. */
export function checkAndPrintSearchLists(): boolean {
  const searches: CheckedList = { name: 'searches', rows: readTsvCells(SEARCHES_FILE), count: SEARCH_COUNT, byHand: 134, kindColumn: 4 }
  const chat: CheckedList = { name: 'chat', rows: readTsvCells(CHAT_FILE), count: CHAT_COUNT, byHand: 100, kindColumn: 5 }
  const faults = [
    ...[searches, chat].flatMap((list) => [...checkCounts(list), ...checkTwice(list)]),
    ...searches.rows.flatMap(findSearchRowFaults),
    ...chat.rows.flatMap(findChatRowFaults),
    ...checkShares(searches),
    ...checkShares(chat),
    ...checkMessages(chat.rows),
  ]
  for (const fault of faults) console.error(`FAULT ${fault}`)
  console.log(faults.length > 0 ? `${faults.length} faults` : 'no faults')
  return faults.length === 0
}
