import { defineLifecycle, type StateOf } from '#contract/platform/core/lifecycle.ts'

/** The sides of a signed document: the company that buys, and the platform. */
export const signingParties = { buyer: { label: '买方' }, seller: { label: '卖方' } } as const
export type SigningParty = keyof typeof signingParties

/**
 * What can be signed: who signs first, and what a member needs to see it and to sign it. A confirmation letter states all balances of a
 * company, so only its main account has it.
 */
export const signingKinds = {
  PURCHASE: { label: '购销合同', first: 'buyer', sees: 'lookOrder', signs: 'buyPay' },
  CREDIT: { label: '赊销协议', first: 'buyer', sees: 'applyLimit', signs: 'main' },
  CONFIRMATION: { label: '往来询证函', first: 'seller', sees: 'main', signs: 'main' },
} as const satisfies Record<string, { label: string; first: SigningParty; sees: string; signs: string }>
export type SigningKind = keyof typeof signingKinds

/**
 * 电子签署: a version of a document that both sides sign at the provider. What has become of it is what the provider says, so a draft may be
 * over at once: if its task was created and the answer lost.
 */
export const signingLifecycle = defineLifecycle({
  initial: ['DRAFT'],
  states: {
    DRAFT: { label: '草稿' },
    WAIT_BUYER: { label: '待买方签署' },
    WAIT_SELLER: { label: '待卖方签署' },
    SIGNED: { label: '已签署' },
    REFUSED: { label: '已拒签', final: true },
    EXPIRED: { label: '已过期', final: true },
    CANCELLED: { label: '已撤销', final: true },
    VOID: { label: '已失效', final: true },
  },
  verbs: {
    askBuyer: { from: ['DRAFT', 'WAIT_SELLER'], to: 'WAIT_BUYER', by: ['system'], label: '请买方签署' },
    askSeller: { from: ['DRAFT', 'WAIT_BUYER'], to: 'WAIT_SELLER', by: ['system'], label: '请卖方签署' },
    complete: { from: ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER'], to: 'SIGNED', by: ['system'], label: '双方签署' },
    refuse: { from: ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER'], to: 'REFUSED', by: ['system'], label: '拒签' },
    expire: { from: ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER'], to: 'EXPIRED', by: ['system'], label: '过期' },
    cancel: { from: ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER'], to: 'CANCELLED', by: ['buyer', 'staff', 'system'], label: '撤销签署' },
    supersede: { from: ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER', 'SIGNED'], to: 'VOID', by: ['system'], label: '文件变更' },
  },
})
export type SigningState = StateOf<typeof signingLifecycle>

/** The states in which the provider is still asked. */
export const openSigningStates = ['DRAFT', 'WAIT_BUYER', 'WAIT_SELLER'] as const satisfies readonly SigningState[]

export const isSigningOpen = (state: SigningState): boolean => (openSigningStates as readonly string[]).includes(state)

/** Whether it is under way or done, so that its version is not started again. */
export const isSigningCounting = (state: SigningState): boolean => isSigningOpen(state) || state === 'SIGNED'

const WAITING_PARTIES: Partial<Record<SigningState, SigningParty>> = { WAIT_BUYER: 'buyer', WAIT_SELLER: 'seller' }

/** Who is to sign next; undefined: nobody. */
export const getWaitingSigningParty = (state: SigningState): SigningParty | undefined => WAITING_PARTIES[state]

/** When each side has signed; null: not yet. */
interface SignedTimes {
  buyerSignedAt: Date | null
  sellerSignedAt: Date | null
}

/** Whether both have signed, and only the signed file is still to be fetched. */
export const isSignedFileAwaited = ({ state, buyerSignedAt, sellerSignedAt }: SignedTimes & { state: SigningState }): boolean =>
  isSigningOpen(state) && buyerSignedAt !== null && sellerSignedAt !== null

/** The state as one side reads it: whether it waits for us, for the other, or for the file. */
export function getSigningStateLabel(signing: SignedTimes & { state: SigningState }, reader: SigningParty): string {
  const { state } = signing
  if (isSignedFileAwaited(signing)) return '正在取回文件'
  const waiting = getWaitingSigningParty(state)
  if (waiting === undefined) return signingLifecycle.states[state].label
  return waiting === reader ? '待我方签署' : '待对方签署'
}

/** How long both sides have to sign. */
export const SIGNING_DAYS = 30

interface RefusedSigning {
  kind: SigningKind
  sellerSignedAt: Date | null
}

/**
 * What a refusal of a letter means; undefined: it is of another document. The platform signs first, and a company that then refuses says what
 * differs: that is its answer.
 */
export function getLetterRefusalLabel({ kind, sellerSignedAt }: RefusedSigning): string | undefined {
  if (kind !== 'CONFIRMATION') return undefined
  return sellerSignedAt === null ? '卖方拒绝签署' : '回函不符'
}

/** Why a signing has ended, as staff read it. */
export function describeSigningReason(signing: RefusedSigning & { state: SigningState; reason: string }): string {
  const { state, reason } = signing
  const label = state === 'REFUSED' ? getLetterRefusalLabel(signing) : undefined
  if (label === undefined) return reason
  return reason === '' ? label : `${label}：${reason}`
}
