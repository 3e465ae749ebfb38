import type { SigningParty } from '#contract/billing/signings/signing-lifecycle.ts'
import { GatewayOutcomeUnknownError } from '#server/adapters/gateway/public.ts'

/** The provider does not let our account in, as with a wrong secret. It has said nothing of the document. */
export class SigningAccountRefusedError extends GatewayOutcomeUnknownError {}

/** A company that signs, as its certificate names it. */
export interface SigningCompany {
  party: SigningParty
  name: string
  creditCode: string
}

/** A document that companies are to sign, one after the other. */
export interface SigningTaskRequest {
  /** Our own id, by which the task is found again if an answer was lost. */
  reference: string
  /** What the signers read above the document. It is different for each document. */
  title: string
  pdf: Uint8Array
  expiresAt: Date
  signers: readonly SigningCompany[]
  /** Where the provider sends its notices. */
  noticeUrl: string
}

/** The provider's report about a task. */
export interface SigningTaskReport {
  state: 'SIGNING' | 'SIGNED' | 'REFUSED' | 'EXPIRED' | 'CANCELLED'
  /** When each company has signed. */
  signedAt: Readonly<Partial<Record<SigningParty, Date>>>
  /** Who is next, by the order of the request; undefined: nobody. */
  waiting: SigningParty | undefined
  /** Why it was refused or cancelled; '' if nothing was said. */
  reason: string
}

/** A notice that is the provider's own. It says only what to ask about. */
export interface SigningNotice {
  taskId: string
  /** Our own id, as it was given with the task; '' if it is missing. */
  reference: string
}

/**
 * A provider of electronic signatures. Every call may throw `GatewayOutcomeUnknownError` (result unknown, ask again later), its kind
 * `SigningAccountRefusedError`, or `GatewayRefusalError` (of this call, with the provider's code and message).
 */
export interface ESignatureService {
  createSigningTask(request: SigningTaskRequest, now: Date): Promise<string>
  /** Finds a task that was created under our reference; undefined: there is none. */
  findSigningTask(request: Pick<SigningTaskRequest, 'reference' | 'title'>, now: Date): Promise<string | undefined>
  getSigningTask(taskId: string, now: Date): Promise<SigningTaskReport>
  /** The page on which a company signs. It is for its people alone. */
  getSigningUrl(task: { taskId: string; party: SigningParty; returnUrl: string }, now: Date): Promise<string>
  /** Ends a task. Throws `GatewayRefusalError` if it has ended already. */
  cancelSigningTask(task: { taskId: string; reason: string }, now: Date): Promise<void>
  /** The PDF with all signatures. */
  downloadSignedPdf(task: { taskId: string }, now: Date): Promise<Uint8Array<ArrayBuffer>>
  /** Reads a notice. Throws `InvalidGatewayNotificationError` if it is not the provider's. */
  parseNotification(notice: { headers: Readonly<Record<string, string | undefined>>; body: string }): SigningNotice
}
