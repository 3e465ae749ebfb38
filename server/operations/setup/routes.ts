import type { Settings } from '#contract/operations/settings/console-api.ts'
import { listChangedSettings, settingGroupTitles } from '#contract/operations/settings/setting-fields.ts'
import type { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { canSettleSetupStep, setupSteps } from '#contract/operations/setup/setup-steps.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { lockSettingGroup, readSetupProgressSetting, saveSettingGroup } from '#server/content/content/public.ts'
import type { ExternalServices } from '#server/external-services.ts'
import { recordSettingsAudit, requireSettingUnchangedSinceRead } from '#server/operations/sensitive-changes/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import { createCachingServiceChecker } from './check-services.ts'
import { listOpenSetupSteps, readSetupStepProgress } from './setup-state.ts'

type Saving = Pick<Context<Staff>, 'caller' | 'moment' | 'origin'>

/** Saves the progress of the opening, based on the version that the person has seen. Refuses ROW_CHANGED. */
async function saveProgress(
  tx: Tx,
  { caller: { staffId }, moment, origin }: Saving,
  { rowVersion, change }: { rowVersion: number; change: (before: Settings['setup']) => Settings['setup'] },
): Promise<void> {
  const stored = await lockSettingGroup(tx, 'setup')
  await requireSettingUnchangedSinceRead(tx, rowVersion, stored)
  const values = change(stored.values)
  const changes = listChangedSettings('setup', stored.values, values)
  await saveSettingGroup(tx, moment, { group: 'setup', values, staffId, changes })
  await recordSettingsAudit(tx, moment, { subject: settingGroupTitles.setup, changes, staffId, origin })
}

export function createSetupHandlers(services: ExternalServices): Handlers<typeof consoleSetupEndpoints> {
  const check = createCachingServiceChecker(services)
  return {
    state: async ({ always = false }, { db, moment }) => {
      const { values, rowVersion } = await readSetupProgressSetting(db)
      const { finished, settled } = values
      return { finished, rowVersion, steps: finished && !always ? [] : await readSetupStepProgress(db, moment, { settled, check }) }
    },
    settle: async ({ step, settled, rowVersion }, context) => {
      if (!canSettleSetupStep(step)) refuse('SETUP_STEP_NEEDED', { msg: `「${setupSteps[step].label}」必须完成，不能略过` })
      const change = (before: Settings['setup']) => ({
        ...before,
        settled: [...before.settled.filter((one) => one !== step), ...(settled ? [step] : [])],
      })
      await context.write((tx) => saveProgress(tx, context, { rowVersion, change }))
      return null
    },
    finish: async ({ rowVersion }, context) => {
      const { db, moment } = context
      const { settled } = (await readSetupProgressSetting(db)).values
      const open = listOpenSetupSteps(await readSetupStepProgress(db, moment, { settled, check }))
      if (open.length > 0)
        refuse('SETUP_NOT_DONE', { msg: `请先完成或确认${open.map(({ step }) => `「${setupSteps[step].label}」`).join('')}` })
      await context.write((tx) => saveProgress(tx, context, { rowVersion, change: (before) => ({ ...before, finished: true }) }))
      return null
    },
  }
}
