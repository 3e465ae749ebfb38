import * as z from 'zod/mini'
import { reauthenticationFields, reauthenticationRefusals } from '#contract/people/staff/sensitive-change-api.ts'
import {
  defineEndpoints,
  downloadEndpoint,
  idempotentUploadEndpoint,
  readEndpoint,
  writeEndpoint,
} from '#contract/platform/core/endpoint.ts'
import { EmptyInput, Id, NullOutput, pageInput, pageOutput, RequiredText, RowVersion, Text } from '#contract/platform/core/fields.ts'
import { YuanUpTo } from '#contract/platform/core/money.ts'
import { exportRefusals } from '#contract/platform/spreadsheets/export.ts'
import { SheetFormat } from '#contract/platform/spreadsheets/format.ts'
import { MOVING_IN_BYTES_MAX, MOVING_IN_COMPANIES_MAX, MovingInCompany, MovingInCompanyOutcomeSchema, MovingInRun } from './shapes.ts'

const One = z.strictObject({ id: Id })
const Sum = YuanUpTo()

export const consoleMovingInEndpoints = defineEndpoints('/console-api/api/moving-in', {
  try: idempotentUploadEndpoint({
    path: 'try',
    summary: '上传旧系统的企业资料（Excel，每类一张工作表）并试算，不写入；试算在后台进行',
    needs: { staff: 'movingIn' },
    input: z.strictObject({ fileName: Text(200).check(z.minLength(1, '请选择文件')) }),
    output: MovingInRun,
    refusals: ['MOVING_IN_FILE_UNREADABLE', 'MOVING_IN_FILE_TOO_LARGE'],
    fileLimit: { bytesMax: MOVING_IN_BYTES_MAX, tooLarge: 'MOVING_IN_FILE_TOO_LARGE' },
  }),
  state: readEndpoint({
    path: 'state',
    summary: '一次系统迁入的状态、进度、试算合计与旧系统核对总数',
    needs: { staff: 'movingIn' },
    input: One,
    output: MovingInRun,
    refusals: ['MOVING_IN_NOT_FOUND'],
  }),
  list: readEndpoint({
    path: 'list',
    summary: '系统迁入记录，最近的在前',
    needs: { staff: 'movingIn' },
    input: z.strictObject(pageInput),
    output: pageOutput(MovingInRun),
  }),
  companies: readEndpoint({
    path: 'companies',
    summary: '一次系统迁入的逐家企业结果，可按结果筛选',
    needs: { staff: 'movingIn' },
    input: z.strictObject({ ...pageInput, id: Id, result: z.optional(MovingInCompanyOutcomeSchema) }),
    output: pageOutput(MovingInCompany),
    refusals: ['MOVING_IN_NOT_FOUND'],
  }),
  sums: writeEndpoint({
    path: 'sums',
    summary: '填写旧系统的核对总数；提交前可以修改',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      companies: z.int('请填写企业数').check(z.minimum(0, '企业数不能小于 0'), z.maximum(MOVING_IN_COMPANIES_MAX, '企业数过大')),
      wallet: Sum,
      statements: Sum,
      drawdowns: Sum,
      interest: Sum,
      limits: Sum,
      rowVersion: RowVersion,
    }),
    output: NullOutput,
    refusals: ['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG', 'ROW_CHANGED'],
  }),
  submit: writeEndpoint({
    path: 'submit',
    summary: '提交复核：全部企业无误且合计与旧系统核对总数一致才能提交',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      /** The code that the trial returned. */
      seen: Text(64).check(z.minLength(1, '请先试算')),
    }),
    output: NullOutput,
    refusals: [
      ...(['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG', 'MOVING_IN_MOVED', 'MOVING_IN_FAULTY'] as const),
      ...(['MOVING_IN_SUMS_MISSING', 'MOVING_IN_SUMS_DIFFER'] as const),
    ],
  }),
  approve: writeEndpoint({
    path: 'approve',
    locksCaller: true,
    summary: '同意迁入：由提交人之外的另一人输入自己的密码，开始逐家企业迁入试算过的内容',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: z.strictObject({
      id: Id,
      /** The code of the result that the second person has seen. */
      seen: Text(64).check(z.minLength(1, '请先试算')),
      ...reauthenticationFields,
    }),
    output: NullOutput,
    refusals: [
      ...(['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG', 'MOVING_IN_MOVED'] as const),
      ...(['SECOND_PERSON_NEEDED', 'SECOND_PERSON_TIED'] as const),
      ...reauthenticationRefusals,
    ],
  }),
  cancel: writeEndpoint({
    path: 'cancel',
    summary: '取消尚未开始的迁入，写明原因；复核人不同意时也用它',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: z.strictObject({ id: Id, reason: RequiredText(200, '请填写原因') }),
    output: NullOutput,
    refusals: ['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG'],
  }),
  stop: writeEndpoint({
    path: 'stop',
    summary: '停止迁入：已迁入的企业保留，其余的可以继续',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: One,
    output: NullOutput,
    refusals: ['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG'],
  }),
  resume: writeEndpoint({
    path: 'resume',
    summary: '继续停止了的迁入',
    needs: { staff: 'movingIn' },
    audits: 'row',
    input: One,
    output: NullOutput,
    refusals: ['MOVING_IN_NOT_FOUND', 'MOVING_IN_STATE_WRONG'],
  }),
  result: downloadEndpoint({
    path: 'result',
    summary: '逐行结果：上传的每一行，加上“结果”和“原因”两列',
    needs: { staff: 'movingIn' },
    input: z.strictObject({ id: Id, format: SheetFormat }),
    refusals: ['MOVING_IN_NOT_FOUND', ...exportRefusals],
  }),
  template: downloadEndpoint({
    path: 'template',
    summary: '系统迁入模板（Excel）：每类资料一张工作表，附填写说明',
    needs: { staff: 'movingIn' },
    unrecorded: 'An empty form.',
    input: EmptyInput,
  }),
})
