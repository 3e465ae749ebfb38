import { useState } from 'react'
import type { CallOptions } from '#contract/platform/core/client.ts'

/**
 * Presses of one button that moves money. What is sent carries a key that stays the same as long as the very same thing is sent and has
 * not succeeded: an answer that was lost on the line can be asked for again, and nothing is ordered, paid or brought in twice.
 */
export interface IdempotencyAttempt {
  run<Input, Answer>(call: (input: Input, options: CallOptions) => Promise<Answer>, input: Input): Promise<Answer>
  /** The same of an upload: the same file is the same thing. */
  upload<Input, Answer>(
    call: (input: Input, options: CallOptions & { file: File }) => Promise<Answer>,
    input: Input,
    file: File,
  ): Promise<Answer>
}

export function createIdempotencyAttempt(): IdempotencyAttempt {
  let last: { sent: string; key: string } | undefined
  const send = async <Answer>(sent: string, call: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
    if (last?.sent !== sent) last = { sent, key: crypto.randomUUID() }
    const answer = await call(last.key)
    last = undefined
    return answer
  }
  return {
    run: (call, input) => send(JSON.stringify(input), (idempotencyKey) => call(input, { idempotencyKey })),
    upload: (call, input, file) =>
      send(JSON.stringify([input, file.name, file.size, file.lastModified]), (idempotencyKey) => call(input, { idempotencyKey, file })),
  }
}

/** The attempts of one button, as long as it is on the screen. */
export const useIdempotencyAttempt = (): IdempotencyAttempt => useState(createIdempotencyAttempt)[0]
