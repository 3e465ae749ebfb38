/**
 * `node bench/search-lists/make.ts` writes searches.tsv, chat.tsv and chat-messages.txt from catalog.tsv and the rows written by hand: the
 * same bytes every time. `--check` compares what is written with the catalogue and fails on any fault; `--sample 60 WORD` prints that many
 * random rows of each list, other ones for each word.
 */
import { parseArgs } from 'node:util'
import { checkAndPrintSearchLists } from './generator/check-lists.ts'
import { createNamedRandom, shuffle } from './generator/choices.ts'
import { writeLists } from './generator/make-lists.ts'
import { CHAT_FILE, readTsvCells, SEARCHES_FILE } from './generator/rows.ts'

function printSample([count = '60', word = '']: readonly string[]): void {
  for (const file of [SEARCHES_FILE, CHAT_FILE]) {
    console.log(`\n${file}`)
    const rows = shuffle(createNamedRandom(`sample ${word}`), readTsvCells(file)).slice(0, Number(count))
    for (const cells of rows) console.log(cells.join('\t'))
  }
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean', default: false }, sample: { type: 'boolean', default: false } },
  allowPositionals: true,
})
if (values.check) process.exitCode = checkAndPrintSearchLists() ? 0 : 1
else if (values.sample) printSample(positionals)
else writeLists()
