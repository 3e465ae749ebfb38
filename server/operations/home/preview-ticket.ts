import { refuse } from '#contract/platform/core/refusals.ts'
import { isDigestOf, type Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { HomeViewer } from './section-store.ts'

const VALID_MS = 3_600_000

const sign = (keys: Keys, text: string): Buffer => keys.hmac('homePreview', text)

/** Creates the ticket of a preview. A preview shows unpublished content, so the ticket is signed and expires after an hour. */
export function createHomePreviewTicket(keys: Keys, { now }: Pick<Moment, 'now'>, { day, level }: HomeViewer): string {
  const text = `${day}_${level ?? 0}_${now.getTime() + VALID_MS}`
  return `${text}_${sign(keys, text).toString('hex')}`
}

/** Reads a ticket. Refuses HOME_PREVIEW_OVER if its signature is wrong or it has expired. */
export function verifyHomePreviewTicket(keys: Keys, { now }: Pick<Moment, 'now'>, ticket: string): HomeViewer {
  const parts = /^(\d{4}-\d{2}-\d{2})_([0-4])_(\d{13})_([0-9a-f]{64})$/.exec(ticket)
  const [, day = '', level = '', end = '', signature = ''] = parts ?? []
  const isOurs = isDigestOf(keys, 'homePreview', { value: `${day}_${level}_${end}`, digest: Buffer.from(signature, 'hex') })
  if (!parts || !isOurs || Number(end) < now.getTime()) refuse('HOME_PREVIEW_OVER')
  return { day, level: level === '0' ? null : Number(level) }
}
