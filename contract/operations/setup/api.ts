import * as z from 'zod/mini'
import { defineEndpoints, readEndpoint, writeEndpoint } from '#contract/platform/core/endpoint.ts'
import { NullOutput, RowVersion } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { setupSteps } from './setup-steps.ts'

export const setupStepStates = {
  done: { label: '已完成' },
  open: { label: '待办' },
  settled: { label: '已确认' },
  connected: { label: '已连接' },
  unset: { label: '未配置' },
  failed: { label: '出错' },
} as const
export type SetupStepState = keyof typeof setupStepStates

const Step = z.enum(keysOf(setupSteps), '步骤不存在')
/** A step with what it lacks, or why a service does not work. */
export const SetupStepProgress = z.object({ step: Step, state: z.enum(keysOf(setupStepStates)), note: z.string() })
export type SetupStepProgress = z.output<typeof SetupStepProgress>

export const consoleSetupEndpoints = defineEndpoints('/console-api/api/setup', {
  state: readEndpoint({
    path: 'state',
    summary: '开店准备：每一步的状态，外部服务以实际调用检验；完成开店后只在要求时列出',
    needs: { staff: 'setting' },
    input: z.strictObject({
      /** It is also returned after the opening, when the first page no longer shows it. */
      always: z.optional(z.boolean()),
    }),
    output: z.object({ finished: z.boolean(), steps: z.array(SetupStepProgress), rowVersion: RowVersion }),
  }),
  settle: writeEndpoint({
    path: 'settle',
    summary: '确认开店准备的一步：已核对，或本商城不需要；必须完成的步骤不能确认',
    needs: { staff: 'setting' },
    input: z.strictObject({ step: Step, settled: z.boolean('请选择是否确认'), rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['ROW_CHANGED', 'SETUP_STEP_NEEDED'],
  }),
  finish: writeEndpoint({
    path: 'finish',
    summary: '完成开店：每一步都完成或确认之后，首页恢复为待办',
    needs: { staff: 'setting' },
    input: z.strictObject({ rowVersion: RowVersion }),
    output: NullOutput,
    refusals: ['ROW_CHANGED', 'SETUP_NOT_DONE'],
  }),
})
