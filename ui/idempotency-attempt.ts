import { useState } from 'react'
import type { CallOptions } from '#contract/platform/core/client.ts'

/**
 * The attempts of one button that moves money. All attempts with the same input have the same idempotency key until one succeeds. So a
 * request whose answer was lost can be sent again, and nothing is ordered, paid or imported twice.
 */
export interface IdempotencyAttempt {
  run<Input, Answer>(call: (input: Input, options: CallOptions) => Promise<Answer>, input: Input): Promise<Answer>
  /** The same for an upload: the same file has the same key. */
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

/** The attempts of one button, while it is mounted. */
export const useIdempotencyAttempt = (): IdempotencyAttempt => useState(createIdempotencyAttempt)[0]
