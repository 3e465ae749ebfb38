import type { signingEndpoints } from '#contract/billing/signings/api.ts'
import type { consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { signingKinds } from '#contract/billing/signings/signing-lifecycle.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findLatestCreditAgreementId } from '#server/money/credit/public.ts'
import type { FileVault } from '#server/people/files/public.ts'
import { requireEnterprise } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import { type Context, type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { cancelSigning, getSigningUrlOfParty, insertSigning, prepareSigning, readSignedFile, requireSigning } from './act-on-signing.ts'
import type { SigningContext } from './advance-signing.ts'
import { listSigningsForStaff, listSigningsOfDocuments } from './list-signings.ts'
import type { SigningRow } from './signing-store.ts'

/** The services. They are read at each call, so they can be replaced. */
interface Dependencies {
  vault: FileVault
  services: Pick<SigningContext, 'eSignature' | 'files' | 'publicUrl'>
}

/** Finds a signing of the caller's company that he may see or sign. Refuses SIGNING_NOT_FOUND, so that he does not learn of others. */
async function requireSigningOfMember(db: Db, caller: Member, id: string, what: 'sees' | 'signs'): Promise<SigningRow> {
  const signing = await requireSigning(db, { enterpriseId: caller.enterpriseId, id })
  return hasPermission(caller, signingKinds[signing.kind][what]) ? signing : refuse('SIGNING_NOT_FOUND')
}

/** Records what a member has done in the audit log, as the calls of staff record it. */
const recordActOfMember = (
  tx: Tx,
  { caller, moment, origin }: Pick<Context<Member>, 'caller' | 'moment' | 'origin'>,
  { action, id }: { action: 'start signing' | 'go to sign' | 'cancel signing'; id: string },
): Promise<void> => recordAudit(tx, moment, { origin, actor: toAuditActor(caller), action, objectKind: 'signing', objectId: id })

export function createSigningHandlers({ vault, services }: Dependencies): Handlers<typeof signingEndpoints> {
  const { keys } = vault
  const contextOf = (db: Db): SigningContext => Object.assign({ db, keys }, services)
  return {
    list: async ({ kind, subjects }, { db, caller }) => {
      const { enterpriseId } = caller
      const isSeen = hasPermission(caller, signingKinds[kind].sees)
      const isOn = services.eSignature !== undefined
      if (!isSeen) return { isOn, signings: [], former: [] }
      return Object.assign({ isOn }, await listSigningsOfDocuments(db, keys, { enterpriseId, kind, subjects }))
    },
    start: async ({ orderNo }, context) => {
      const { caller, db, moment, write } = context
      const { enterpriseId, userId } = caller
      const contract = { enterpriseId, kind: 'PURCHASE', subject: orderNo, starter: { userId } } as const
      const prepared = await prepareSigning(contextOf(db), moment, contract)
      return write(async (tx) => {
        const { id, isNew } = await insertSigning(tx, moment, prepared)
        if (isNew) await recordActOfMember(tx, context, { action: 'start signing', id })
        return { id }
      })
    },
    link: async ({ id }, context) => {
      const { db, caller, moment, write } = context
      const signing = await requireSigningOfMember(db, caller, id, 'signs')
      const url = await getSigningUrlOfParty(contextOf(db), moment, { signing, party: 'buyer' })
      return write(async (tx) => {
        await recordActOfMember(tx, context, { action: 'go to sign', id })
        return { url }
      })
    },
    cancel: async ({ id, reason }, context) => {
      const { db, caller, moment, write } = context
      const signing = await requireSigningOfMember(db, caller, id, 'signs')
      if (signing.kind !== 'PURCHASE') refuse('SIGNING_NOT_FOUND')
      await cancelSigning(contextOf(db), moment, signing, reason)
      return write(async (tx) => {
        await recordActOfMember(tx, context, { action: 'cancel signing', id })
        return null
      })
    },
    download: async ({ id }, context) => {
      const signing = await requireSigningOfMember(context.db, context.caller, id, 'sees')
      const file = await readSignedFile(vault, signing)
      await recordViewInAuditLog(context, { action: 'download signed document', objectKind: 'signing', objectId: id })
      return file
    },
  }
}

export function createConsoleSigningHandlers({ vault, services }: Dependencies): Handlers<typeof consoleSigningEndpoints> {
  const { keys } = vault
  const contextOf = (db: Db): SigningContext => Object.assign({ db, keys }, services)
  return {
    list: (input, { db }) => listSigningsForStaff(db, input),
    startCredit: async ({ enterpriseId }, { caller: { staffId }, db, moment, write }) => {
      await requireEnterprise(db, enterpriseId)
      const subject = (await findLatestCreditAgreementId(db, enterpriseId)) ?? refuse('CONTRACT_NOT_FOUND')
      const agreement = { enterpriseId, kind: 'CREDIT', subject, starter: { staffId } } as const
      const prepared = await prepareSigning(contextOf(db), moment, agreement)
      return write((tx) => insertSigning(tx, moment, prepared))
    },
    startLetter: async ({ enterpriseId, day }, { caller: { staffId }, db, moment, write }) => {
      await requireEnterprise(db, enterpriseId)
      const letter = { enterpriseId, kind: 'CONFIRMATION', subject: day, starter: { staffId } } as const
      const prepared = await prepareSigning(contextOf(db), moment, letter)
      return write((tx) => insertSigning(tx, moment, prepared))
    },
    link: async (ref, { db, moment, write }) => {
      const signing = await requireSigning(db, ref)
      const url = await getSigningUrlOfParty(contextOf(db), moment, { signing, party: 'seller' })
      return write(async () => ({ url }))
    },
    cancel: async ({ reason, ...ref }, { db, moment, write }) => {
      await cancelSigning(contextOf(db), moment, ref, reason)
      return write(async () => null)
    },
    download: async (ref, context) => {
      const file = await readSignedFile(vault, await requireSigning(context.db, ref))
      const { enterpriseId, id } = ref
      await recordViewInAuditLog(context, { enterpriseId, action: 'download signed document', objectKind: 'signing', objectId: id })
      return file
    },
  }
}
