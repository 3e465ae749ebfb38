import type { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import { verifyLoginPasswordAgain } from '#server/people/access/public.ts'
import type { DeleteMemberBelongings } from '#server/people/memberships/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { RetentionDays } from '#server/platform/core/retention-days.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import { toAuditActor } from '#server/platform/http/caller.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { closeOwnAccountAndItsEnterprises, readAccountClosingPreview } from './close-account.ts'
import { readPersonalDataAsJsonText } from './read-personal-data.ts'

interface Wired {
  keys: Keys
  limits: ServerLimits
  retentionDays: RetentionDays
  deleteBelongings: DeleteMemberBelongings
}

export const createPersonalDataHandlers = ({
  keys,
  limits,
  retentionDays,
  deleteBelongings,
}: Wired): Handlers<typeof personalDataEndpoints> => ({
  download: async ({ pwd }, { db, caller, moment, origin, visitor, write }) => {
    await verifyLoginPasswordAgain({ db, moment, keys, limits, origin, visitor }, caller, { pwd, field: 'pwd' })
    // Recorded before it is read.
    await write((tx) => {
      const actor = toAuditActor(caller)
      return recordAudit(tx, moment, { origin, actor, action: 'download personal data' })
    })
    return readPersonalDataAsJsonText(db, moment, { keys, userId: caller.userId })
  },
  closing: (_, { db, moment, caller }) => readAccountClosingPreview(db, moment, { userId: caller.userId, retentionDays }),
  close: async ({ pwd, code }, { db, caller, moment, origin, visitor, write }) => {
    await closeOwnAccountAndItsEnterprises({ db, moment, keys, limits, origin, visitor, write, deleteBelongings }, caller, { pwd, code })
    return null
  },
})
