import { expect } from 'vitest'
import { type Fen, parseYuan } from '#contract/platform/core/money.ts'

/** An amount in fen from yuan as people write them: '38.50' → 3850. */
export const yuanTextToFen = (text: string): Fen => parseYuan(text) ?? expect.fail(`${text} is not an amount`)
