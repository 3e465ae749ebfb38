// Whole messages, made of lines of the chat list.
import { createNamedRandom, type SeededRandom, shuffle } from './choices.ts'
import { type ChatLine, type Listed, MESSAGE_COUNT } from './rows.ts'

/** Returns a function that takes one row after another, and all of them in another order when they are used up. */
function dealRows<Row>(random: SeededRandom, rows: readonly Row[]): () => Row[] {
  let left: Row[] = []
  return () => {
    if (left.length === 0) left = shuffle(random, rows)
    return left.splice(-1)
  }
}

/** Three of ten messages are of held-out rows only, the others of rows that are not. */
const isHeldOut = (number: number): boolean => [3, 6, 9].includes(number % 10)

/** Formats the messages: a line "== M01 heldout=0 C001 …" with the rows, their texts, an empty line. Each begins with a note. */
export function formatMessages(chat: readonly Listed<ChatLine>[]): string {
  const random = createNamedRandom('messages')
  const deal = (heldOut: boolean, isNote: boolean) =>
    dealRows(
      random,
      chat.filter((row) => row.heldOut === heldOut && (row.kind === 'note') === isNote),
    )
  const dealers = {
    tuned: { item: deal(false, false), note: deal(false, true) },
    held: { item: deal(true, false), note: deal(true, true) },
  }
  const messages = Array.from({ length: MESSAGE_COUNT }, (_, at) => at + 1).map((number) => {
    const heldOut = isHeldOut(number)
    const { item, note } = heldOut ? dealers.held : dealers.tuned
    const items = Array.from({ length: 3 + random.below(5) }, item).flat()
    const rows = [...new Set([...note(), ...items, ...(number % 2 === 1 ? note() : [])])]
    const title = `== M${String(number).padStart(2, '0')} heldout=${heldOut ? 1 : 0} ${rows.map(({ id }) => id).join(' ')}`
    return [title, ...rows.map(({ text }) => text), ''].join('\n')
  })
  return messages.join('\n')
}
