import { useState } from 'react'
import type { CallOptions } from '../../contract/client.ts'

/**
 * Presses of one button that moves money. What is sent carries a key that stays the same as long as the very same thing is sent and has
 * not succeeded: an answer that was lost on the line can be asked for again, and nothing is ordered or paid twice.
 */
export interface Attempt {
  run<Input, Answer>(call: (input: Input, options: CallOptions) => Promise<Answer>, input: Input): Promise<Answer>
}

export function createAttempt(): Attempt {
  let last: { sent: string; key: string } | undefined
  return {
    async run(call, input) {
      const sent = JSON.stringify(input)
      if (last?.sent !== sent) last = { sent, key: crypto.randomUUID() }
      const answer = await call(input, { idempotencyKey: last.key })
      last = undefined
      return answer
    },
  }
}

/** The attempts of one button, as long as it is on the screen. */
export const useAttempt = (): Attempt => useState(createAttempt)[0]
