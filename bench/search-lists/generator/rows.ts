// The rows of the lists, and the files that they are in.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SeededRandom } from './choices.ts'

/** The folder of the lists. */
export const LISTS_FOLDER = path.join(import.meta.dirname, '..')

export const SEARCHES_FILE = 'searches.tsv'
export const CHAT_FILE = 'chat.tsv'
export const MESSAGES_FILE = 'chat-messages.txt'
/** Rows that were written when the search was there, by somebody who had not seen it. They are not derived. */
export const FRESH_SEARCHES_FILE = 'fresh-searches.tsv'
export const FRESH_CHAT_FILE = 'fresh-chat.tsv'

export const SEARCH_COUNT = 400
export const CHAT_COUNT = 300
export const MESSAGE_COUNT = 30
/** The share of the rows that nobody reads while the search is tuned. */
export const HELD_OUT_SHARE = 0.3
/** The most characters that the search box takes. */
export const SEARCH_LENGTH_MAX = 50
/** The most goods that a search may have as its answer. */
export const GOODS_PER_SEARCH_ANSWER_MAX = 4

/** What a chat line that is no order, or an order for something that is not sold, has in place of SKUs. */
export const NOTE_INSTEAD_OF_SKU = 'NOTE'
export const NONE_INSTEAD_OF_SKU = 'NONE'

export interface Search {
  /** What the buyer types. */
  text: string
  /** The names of the goods that are right, each as good as the others. */
  goods: readonly string[]
  /** The code of the SKU if the text leaves one only, otherwise empty. */
  sku: string
}

export interface ChatLine {
  /** What the buyer writes. */
  text: string
  /** Codes of SKUs separated by |, NOTE or NONE. */
  sku: string
  /** In the unit of the SKU; empty if it is not compared. */
  quantity: string
  mustAsk: boolean
}

/** A row and where it comes from. */
export type RowWithSource<Row> = Row & { kind: string; origin: 'rule' | 'hand' }
/** A row of a list. */
export type Listed<Row> = RowWithSource<Row> & { id: string; heldOut: boolean }

/** Makes rows of one kind. The first good ones are taken until there are as many as the quota says; undefined is none. */
export interface RowGeneratorRule<Row> {
  kind: string
  quota: number
  make(random: SeededRandom): readonly (Row | undefined)[]
}

/** Two texts with the same key are the same row. */
export const normaliseRowTextForComparison = (text: string): string => text.trim().toLowerCase()

export const readListFile = (file: string): string => readFileSync(path.join(LISTS_FOLDER, file), 'utf8')

/** Returns the cells of a tab-separated file by line, without the line of titles. */
export const readTsvCells = (file: string): string[][] =>
  readListFile(file)
    .split('\n')
    .filter((line) => line !== '')
    .slice(1)
    .map((line) => line.split('\t'))

export const formatTsv = (rows: readonly (readonly string[])[]): string => `${rows.map((cells) => cells.join('\t')).join('\n')}\n`
