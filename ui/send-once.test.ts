import { expect, test } from 'vitest'
import { isSameInput, withoutRepetitions } from './send-once.ts'

/** A call whose answers come when the test says so. */
function openCall() {
  const answers: ((answer: string) => void)[] = []
  const send = withoutRepetitions((_: { units: number }) => new Promise<string>((resolve) => answers.push(resolve)))
  return { send, answers }
}

test('a second press with the same input is not sent while the first is under way, and gets its answer', async () => {
  const { send, answers } = openCall()
  const both = [send({ units: 1 }), send({ units: 1 })]
  expect(answers).toHaveLength(1)
  answers[0]?.('added')
  expect(await Promise.all(both)).toEqual(['added', 'added'])
  void send({ units: 1 })
  expect(answers).toHaveLength(2)
})

test('another input is sent at once, and the first one after it again: a switch that is pressed three times ends as pressed', () => {
  const { send, answers } = openCall()
  for (const units of [1, 2, 1, 1]) void send({ units })
  expect(answers).toHaveLength(3)
})

test('what was refused can be sent again', async () => {
  let sent = 0
  const send = withoutRepetitions(async (_: undefined) => {
    sent += 1
    throw new Error('refused')
  })
  for (const _ of [1, 2]) await send(undefined).catch(() => undefined)
  expect(sent).toBe(2)
})

test('inputs are the same by what they say, files only if they are the same file', () => {
  const file = new File(['x'], 'a.png')
  expect(isSameInput({ lines: [{ id: '1', at: new Date(0) }], file }, { lines: [{ id: '1', at: new Date(0) }], file })).toBe(true)
  expect(isSameInput({ lines: [1, 2] }, { lines: [1] })).toBe(false)
  expect(isSameInput({ file }, { file: new File(['x'], 'a.png') })).toBe(false)
  expect(isSameInput({ a: undefined }, {})).toBe(false)
})
