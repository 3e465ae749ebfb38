import * as z from 'zod/mini'
import { Id, Text } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { normalisePartNumber } from './normalise-part-number.ts'

/** How well our SKU replaces the part of another maker. Only the first is certain; for the others a person has to compare. */
export const crossReferenceFits = {
  full: { label: '完全替代' },
  size: { label: '尺寸相同' },
  ask: { label: '需确认' },
} as const
export type CrossReferenceFit = keyof typeof crossReferenceFits

export const CROSS_REFERENCES_PER_SKU_MAX = 20
export const CROSS_REFERENCE_TEXT_LENGTH_MAX = { brand: 40, partNumber: 60, note: 100, source: 100, confirmedBy: 40 } as const

/** The signs that separate the rows in a cell, and the parts of a row. A text with one of them would be read as two. */
export const CROSS_REFERENCE_TEXT_PATTERN = /^[^；;|｜\n]*$/
export const CROSS_REFERENCE_TEXT_FAULT = '不能包含分号、竖线或换行'

const text = (field: keyof typeof CROSS_REFERENCE_TEXT_LENGTH_MAX) => z._default(Text(CROSS_REFERENCE_TEXT_LENGTH_MAX[field]), '')

/** 竞品型号: the part of another maker to which a SKU of ours corresponds. */
export const CrossReference = z.strictObject({
  /** The other brand or maker, and its part number as the maker writes it. */
  brand: text('brand'),
  partNumber: text('partNumber'),
  fit: z._default(z.enum(keysOf(crossReferenceFits), '请选择对应关系'), 'ask'),
  /** For buyers: what differs. */
  note: text('note'),
  /** For staff: where it is known from, and who has confirmed it. */
  source: text('source'),
  confirmedBy: text('confirmedBy'),
})
export type CrossReference = z.output<typeof CrossReference>

/** What buyers see of it. */
export const VisibleCrossReference = z.object({
  brand: z.string(),
  partNumber: z.string(),
  fit: z.enum(keysOf(crossReferenceFits)),
  note: z.string(),
})
export type VisibleCrossReference = z.output<typeof VisibleCrossReference>

/** Takes from a cross-reference, or from what contains one, the part for buyers: its source and who has confirmed it stay with staff. */
export const toVisibleCrossReference = ({ brand, partNumber, fit, note }: VisibleCrossReference): VisibleCrossReference => ({
  brand,
  partNumber,
  fit,
  note,
})

/** A part of another maker that a buyer has typed, with the SKU on sale that corresponds to it. */
export const CrossReferenceMatch = z.object({
  ...VisibleCrossReference.shape,
  skuId: Id,
  goodsId: Id,
  goodsName: z.string(),
  skuCode: z.string(),
})
export type CrossReferenceMatch = z.output<typeof CrossReferenceMatch>

/** The reason for which a SKU is found by another maker's number: '竞品型号 PM-38（某牌）对应：需确认，柄长 2 mm'. */
export const formatCrossReferenceReason = ({ brand, partNumber, fit, note }: VisibleCrossReference): string =>
  `竞品型号 ${partNumber}（${brand}）对应：${[crossReferenceFits[fit].label, note].filter(Boolean).join('，')}`

/** Brand and number as people may write them differently. Two rows of a SKU are the same if the results are equal. */
export const toCrossReferenceKey = ({ brand, partNumber }: Pick<CrossReference, 'brand' | 'partNumber'>): string =>
  `${normalisePartNumber(brand)} ${normalisePartNumber(partNumber)}`
