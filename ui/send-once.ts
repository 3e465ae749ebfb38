import type { UseMutateAsyncFunction, UseMutateFunction } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

/** Whether two inputs of a call say the same. */
export function isSameInput(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  if (!isPlain(one) || !isPlain(other)) return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => isSameInput(one[name], other[name]))
}

type Send<Input, Answer, Context> = UseMutateAsyncFunction<Answer, Error, Input, Context>

/** Ignores a repetition of the last input until that has been answered: it gets the same answer. */
export function withoutRepetitions<Input, Answer, Context>(send: Send<Input, Answer, Context>): Send<Input, Answer, Context> {
  let running: { input: unknown; answer: Promise<Answer> } | undefined
  return (...given) => {
    const [input] = given
    if (running && isSameInput(running.input, input)) return running.answer
    const sent = { input, answer: send(...given) }
    running = sent
    const end = () => {
      if (running === sent) running = undefined
    }
    sent.answer.then(end, end)
    return sent.answer
  }
}

/**
 * The functions of a mutation that send it. A screen shows only some moments after the first press that it is being sent, and a slow page gives
 * the second press of a double click to its button before that. So the button cannot be what keeps a call from being sent twice.
 */
export function useSendOnce<Input, Answer, Context>(
  send: Send<Input, Answer, Context>,
): { mutate: UseMutateFunction<Answer, Error, Input, Context>; mutateAsync: Send<Input, Answer, Context> } {
  const once = useRef<{ send: Send<Input, Answer, Context>; guarded: Send<Input, Answer, Context> }>(undefined)
  const mutateAsync: Send<Input, Answer, Context> = useCallback(
    (...given) => {
      if (once.current?.send !== send) once.current = { send, guarded: withoutRepetitions(send) }
      return once.current.guarded(...given)
    },
    [send],
  )
  const mutate: UseMutateFunction<Answer, Error, Input, Context> = useCallback(
    (...given) => void mutateAsync(...given).catch(() => undefined),
    [mutateAsync],
  )
  return { mutate, mutateAsync }
}
