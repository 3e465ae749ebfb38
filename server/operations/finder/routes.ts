import type { consoleFinderEndpoints } from '#contract/operations/finder/api.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { findRecordsByNumberOrName } from './find-anything.ts'

export const createFinderHandlers = (keys: Keys): Handlers<typeof consoleFinderEndpoints> => ({
  find: async ({ keyword }, { db, caller }) => ({ hits: await findRecordsByNumberOrName(db, keys, { keyword, staff: caller }) }),
})
