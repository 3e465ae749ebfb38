import {
  getLetterRefusalLabel,
  isSigningOpen,
  type SigningState,
  signingKinds,
  signingLifecycle,
} from '#contract/billing/signings/signing-lifecycle.ts'
import type { MessageTarget } from '#contract/people/messaging/api.ts'
import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findEnterprise, findMainUserId } from '#server/people/organisation/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { SigningRow } from './signing-store.ts'

/** What has become of a signing. */
interface Outcome {
  state: SigningState
  reason: string
  /** undefined: as before. */
  sellerSignedAt?: Date | null | undefined
}

const nameDocument = ({ kind, documentNo }: SigningRow): string => `${signingKinds[kind].label} ${documentNo}`

/** What the company is told; undefined: nothing. Who starts the signing of his contract sees on the screen that it waits for him. */
function findTextForBuyer(signing: SigningRow, { state, reason }: Outcome): MessageTextWithValues | undefined {
  const document = nameDocument(signing)
  if (state === 'SIGNED') return createMessageTextWithValues('signingDone', { document })
  if (!isSigningOpen(state))
    return createMessageTextWithValues('signingUnfinished', { document, result: signingLifecycle.states[state].label, reason })
  if (state !== 'WAIT_BUYER' || signing.kind === 'PURCHASE') return undefined
  return createMessageTextWithValues('signingWaits', { document, until: formatShanghaiTime(signing.expiresAt).slice(0, 16) })
}

const targets: Record<SigningRow['kind'], MessageTarget> = {
  PURCHASE: { screen: '/my_contract', search: { kind: 'purchase' } },
  CREDIT: { screen: '/my_contract', search: { kind: 'credit' } },
  CONFIRMATION: { screen: '/my_bill', search: { view: 'account' } },
}

/** What staff are told; undefined: nothing. What they have started themselves they are told the end of. */
function findNoticeForStaff(
  { kind, signedAt }: SigningRow,
  { state, reason, sellerSignedAt = signedAt.seller }: Outcome,
): { title: string; end: string } | undefined {
  if (state === 'WAIT_SELLER') return { title: '电子文件待我方签署', end: '待我方签署。' }
  const isStartedByStaff = kind !== 'PURCHASE'
  const because = reason === '' ? '。' : `：${reason}`
  if (state === 'EXPIRED' && isStartedByStaff) return { title: '电子文件签署已过期', end: `没有在期限内签完${because}` }
  if (state === 'VOID' && isStartedByStaff) return { title: '电子文件签署已失效', end: `签署已失效${because}` }
  if (state !== 'REFUSED') return undefined
  const why = getLetterRefusalLabel({ kind, sellerSignedAt }) ?? '拒签原因'
  return { title: '电子文件被拒签', end: reason === '' ? '被拒签。' : `被拒签，${why}：${reason}` }
}

/** Tells both sides that a signing has moved: the main account and who has started it, and staff when it is their turn or something has failed. */
async function announceSigning(tx: Tx, moment: Moment, signing: SigningRow, outcome: Outcome): Promise<void> {
  const { enterpriseId, starterUserId, kind } = signing
  const says = findTextForBuyer(signing, outcome)
  if (says) {
    const userIds = [await findMainUserId(tx, enterpriseId), starterUserId].filter((id) => id !== undefined && id !== null)
    await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', says, target: targets[kind] }])
  }
  const notice = findNoticeForStaff(signing, outcome)
  if (!notice) return
  const { name } = (await findEnterprise(tx, enterpriseId)) ?? { name: null }
  const { title, end } = notice
  const to = { permission: 'creditEdit' } as const
  await notifyStaff(tx, moment, {
    kind: 'work',
    to,
    title,
    content: `${name ?? ''} 的${nameDocument(signing)}${end}`,
    screen: `/signings?state=${outcome.state}`,
  })
}

/** Tells both sides that a signing has moved, and records its end in the audit log. */
export async function recordSigningMove(tx: Tx, moment: Moment, signing: SigningRow, outcome: Outcome): Promise<void> {
  await announceSigning(tx, moment, signing, outcome)
  const { state, reason } = outcome
  if (isSigningOpen(state)) return
  const { enterpriseId, id, kind, documentNo } = signing
  await recordAudit(tx, moment, {
    origin: { requestId: moment.newId(), ip: '' },
    actor: { kind: 'system', enterpriseId },
    action: 'end signing',
    objectKind: 'signing',
    objectId: id,
    facts: { kind, document: documentNo, state, reason },
  })
}
