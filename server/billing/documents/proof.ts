import type { PdfPart } from '#server/adapters/pdf/public.ts'
import type { LedgerSeal } from '#server/money/ledger-seals/public.ts'
import { MUTED_COLOUR } from './statements/statement-tables.ts'

/** Statements are full, so their proof is small. `above` is the space before it, `gap` that before the explanation. */
const layouts = {
  statement: { above: 4, fontSize: 7.5, gap: 1 },
  accountStatement: { above: 6, fontSize: 7.5, gap: 1 },
  letter: { above: 12, fontSize: 8, gap: 2 },
} as const

interface ProofInput {
  hash: string
  /** What else anchors the paper. */
  lines?: readonly string[]
  /** How anybody computes the hash again. */
  howTo: string
}

/** 校验: the hash of a paper, what else anchors it, and how to compute it. It stays on one page. */
export function buildDocumentHashProof(layout: keyof typeof layouts, { hash, lines = [], howTo }: ProofInput): PdfPart {
  const { above, fontSize, gap } = layouts[layout]
  return {
    unbreakable: true,
    margin: [0, above, 0, 0],
    stack: [
      ...[`校验码（SHA-256）　${hash}`, ...lines].map((text) => ({ text, fontSize })),
      { text: howTo, fontSize: fontSize - 0.5, color: MUTED_COLOUR, margin: [0, gap, 0, 0] },
    ],
  }
}

/** 账务封印: the running hash over all rows of money of a company until the end of a day. */
export const formatLedgerSeal = ({ day, rows, hash }: LedgerSeal): string => `账务封印（${day}，${rows} 行）　${hash}`
/** The same, while the day is not over. */
export const formatLedgerSealToCome = (day: string): string => `账务封印　${day} 的封印次日生成，重新下载即有`
