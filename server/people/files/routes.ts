import { type consoleFilesEndpoints, filePurposes, type filesEndpoints } from '#contract/people/files/api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { listMembershipsOfOneUser } from '#server/people/organisation/public.ts'
import { findStaff } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { type FileVault, readAndDecryptStoredFile } from './encrypted-files.ts'
import { type FileRow, findFile } from './files.ts'
import { saveMemberPicture } from './save-picture.ts'
import { renderPictureWithWatermark } from './watermark.ts'

/**
 * Finds a picture that a member may see: avatars of his enterprise, documents that he has uploaded or, for the main account, all of the
 * enterprise's, and his own avatar in every enterprise. Refuses other pictures as if they did not exist, and NO_PERMISSION to a member who
 * may not read the object of the picture.
 */
async function readVisibleFile(db: Db, caller: Member, fileId: string): Promise<FileRow | undefined> {
  const { enterpriseId, userId } = caller
  const here = await findFile(db, [enterpriseId], fileId)
  if (here) {
    const { secret, readers } = filePurposes[here.purpose]
    if (here.userId === userId || hasPermission(caller, 'main')) return here
    if (secret) return undefined
    return hasPermission(caller, readers) ? here : refuse('NO_PERMISSION')
  }
  const memberships = (await listMembershipsOfOneUser(db, userId)).map((membership) => membership.enterpriseId)
  const elsewhere = await findFile(db, memberships, fileId)
  return elsewhere?.userId === userId && elsewhere.purpose === 'avatar' ? elsewhere : undefined
}

export const createFileHandlers = (vault: FileVault): Handlers<typeof filesEndpoints> => ({
  uploadImage: (given, context) => saveMemberPicture(vault, { ...given, file: context.file }, context),
  viewFile: async ({ fileId }, context) => {
    const file = (await readVisibleFile(context.db, context.caller, fileId)) ?? refuse('FILE_NOT_FOUND')
    const picture = await readAndDecryptStoredFile(vault, file)
    if (!filePurposes[file.purpose].secret) return picture
    const facts = { paper: file.purpose, purpose: 'own' }
    await recordViewInAuditLog(context, { action: 'view paper', objectKind: 'file', objectId: fileId, facts })
    return picture
  },
})

/** Pictures of vouchers, acceptance bills and disputes, which finance may see. They are not identity documents. */
const isOfPayment = ({ purpose }: FileRow) => purpose === 'voucher' || purpose === 'acceptance' || purpose === 'dispute'

export const createConsoleFileHandlers = (vault: FileVault): Handlers<typeof consoleFilesEndpoints> => ({
  viewPayment: async ({ enterpriseId, fileId }, { caller, moment, write }) => {
    const { file, viewer } = await write(async (tx) => {
      const found = await findFile(tx, [enterpriseId], fileId)
      if (!found || found.boundTo === null || !isOfPayment(found)) refuse('FILE_NOT_FOUND')
      return { file: found, viewer: await findStaff(tx, caller.staffId) }
    })
    return renderPictureWithWatermark(await readAndDecryptStoredFile(vault, file), {
      viewer: viewer?.email ?? caller.staffId,
      purpose: 'review',
      at: moment.now,
    })
  },
  view: async ({ enterpriseId, fileId, purpose }, { caller, moment, write }) => {
    // This is a write, because the audit trail records the access before staff see the picture.
    const { file, viewer } = await write(async (tx) => {
      const found = await findFile(tx, [enterpriseId], fileId)
      // Staff cannot see a file before it is submitted. Drawings are none of a reviewer's business.
      if (!found || found.boundTo === null || found.purpose === 'drawing') refuse('FILE_NOT_FOUND')
      return { file: found, viewer: await findStaff(tx, caller.staffId) }
    })
    return renderPictureWithWatermark(await readAndDecryptStoredFile(vault, file), {
      viewer: viewer?.email ?? caller.staffId,
      purpose,
      at: moment.now,
    })
  },
})
