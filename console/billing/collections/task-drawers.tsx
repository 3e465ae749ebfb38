import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { AmountField, DayField, ReasonField } from '#console/platform/components/forms/fields.tsx'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { parseAmountOrThrow, toFormRule } from '#console/platform/components/forms/rule.ts'
import { NumberInput } from '#console/platform/components/number-input.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import {
  COUNSEL_HANDOVER_FILE_BYTES_MAX,
  consoleCollectionEndpoints,
  consoleOrderStopEndpoints,
} from '#contract/billing/collections/console-api.ts'
import { type CollectionLetterKind, collectionLetterKinds } from '#contract/billing/collections/letters.ts'
import { type CollectionTaskDetail, type OrderStopScope, orderStopScopes } from '#contract/billing/collections/shapes.ts'
import { RequiredText } from '#contract/platform/core/fields.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { collectionApi, invalidatedByCollection, orderStopApi } from './collections-api.ts'

/** What can be done to a task with a form. */
export type CollectionTaskFormKind = 'note' | 'promise' | 'withdraw' | 'letter' | 'handOver' | 'takeBack' | 'stop' | 'lift'

interface Props {
  task: CollectionTaskDetail
  open: boolean
  close: () => void
  /** Leads to the next company, after what settles how this one goes on. A letter does not: it is read first. */
  decided: () => void
}

const settles = ({ close, decided }: Pick<Props, 'close' | 'decided'>, successMessage: string) => ({
  invalidates: invalidatedByCollection,
  successMessage,
  close,
  afterSuccess: decided,
})

const REASON_MAX = 200
const MEGABYTE = 1024 * 1024
const labelled = <K extends string>(choices: Record<K, { label: string }>) =>
  keysOf(choices).map((value) => ({ value, label: choices[value].label }))

function NoteDrawer({ task: { enterpriseId, id }, open, close, decided }: Props) {
  const note = useApiMutation(collectionApi.note, settles({ close, decided }, '已记录'))
  return (
    <FormDrawer<{ text: string }>
      title="记录跟进"
      open={open}
      close={close}
      busy={note.isPending}
      initial={{}}
      submit={({ text }) => note.mutate({ enterpriseId, id, text })}
      submitText="记录"
    >
      <Form.Item name="text" label="跟进情况" required rules={[toFormRule(consoleCollectionEndpoints.note.input.shape.text)]}>
        <Input.TextArea rows={4} showCount maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

/** What a company owes now: what is overdue, and the interest. */
const owedNow = ({ statements, interest }: CollectionTaskDetail) => {
  const overdue = sum(statements.map(({ amount }) => amount))
  return { overdue, total: sum([overdue, interest]) }
}

function PromiseDrawer({ task, open, close, decided }: Props) {
  const { enterpriseId, id } = task
  const promise = useApiMutation(collectionApi.promise, settles({ close, decided }, '已登记'))
  const { amount: amountRule, note: noteRule } = consoleCollectionEndpoints.promise.input.shape
  return (
    <FormDrawer<{ amount: string; day: string; note?: string }>
      title="登记承诺"
      open={open}
      close={close}
      busy={promise.isPending}
      initial={{}}
      submit={({ amount, day, note = '' }) => promise.mutate({ enterpriseId, id, amount: parseAmountOrThrow(amount), day, note })}
      submitText="登记"
    >
      <p className="drawer-lead">
        应还合计 {formatMoney(owedNow(task).total)}，其中逾期账单 {formatMoney(owedNow(task).overdue)}。
      </p>
      <AmountField name="amount" label="承诺金额" rule={amountRule} focus />
      <DayField name="day" label="承诺日期" min={toShanghaiDay(useNow())} help="该日之前到账的款项达到金额即为兑现，次日判定" />
      <Form.Item name="note" label="备注" rules={[toFormRule(noteRule)]}>
        <Input.TextArea rows={2} maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}

/** Who writes a letter of counsel. Other letters are the mall's own. */
function CounselFields() {
  const kind: unknown = Form.useWatch('kind')
  if (kind !== 'lawyer') return null
  return (
    <>
      <Form.Item name="firm" label="律师事务所" required rules={[toFormRule(RequiredText(60, '请填写律师事务所'))]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="counsel" label="律师" required rules={[toFormRule(RequiredText(30, '请填写律师'))]}>
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
    </>
  )
}

function LetterDrawer({ task, open, close }: Props) {
  const { enterpriseId, id, letters, handovers } = task
  const issue = useApiMutation(collectionApi.issueLetter, {
    invalidates: invalidatedByCollection,
    successMessage: '已发出，企业收到消息',
    close,
  })
  const { replyDays } = consoleCollectionEndpoints.issueLetter.input.shape
  const [mandate] = handovers
  return (
    <FormDrawer<{ kind: CollectionLetterKind; replyDays: number; firm?: string; counsel?: string }>
      title="发函"
      open={open}
      close={close}
      busy={issue.isPending}
      initial={{
        kind: letters.length === 0 ? 'remind' : 'demand',
        replyDays: 7,
        ...(mandate && { firm: mandate.firm, counsel: mandate.counsel }),
      }}
      submit={(given) => issue.mutate({ enterpriseId, id, ...given })}
      submitText="发出"
    >
      <p className="drawer-lead">
        按此刻应还合计 {formatMoney(owedNow(task).total)} 出具，发出后内容不变。企业收到消息，在“我的合同”下载。
      </p>
      <Form.Item name="kind" label="函件">
        <Radio.Group options={labelled(collectionLetterKinds)} />
      </Form.Item>
      <Form.Item name="replyDays" label="还款期限" required rules={[toFormRule(replyDays)]}>
        <NumberInput className="num" suffix="天内" />
      </Form.Item>
      <CounselFields />
    </FormDrawer>
  )
}

function HandOverDrawer({ task: { enterpriseId, id }, open, close, decided }: Props) {
  const [file, setFile] = useState<File>()
  const today = toShanghaiDay(useNow())
  const handOver = useApiMutation(
    (given: { firm: string; counsel: string; day: string; note?: string }) =>
      collectionApi.handOver(
        { enterpriseId, id, ...given, note: given.note ?? '', fileName: file?.name ?? '' },
        { file: file ?? new File([], '') },
      ),
    settles({ close, decided }, '已移交'),
  )
  const { firm, counsel, note } = consoleCollectionEndpoints.handOver.input.shape
  return (
    <FormDrawer<{ firm: string; counsel: string; day: string; note?: string }>
      title="移交律师"
      open={open}
      close={close}
      busy={handOver.isPending}
      initial={{ day: today }}
      submit={(given) => handOver.mutate(given)}
      submitText="移交"
    >
      <Form.Item name="firm" label="律师事务所" required rules={[toFormRule(firm)]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="counsel" label="律师" required rules={[toFormRule(counsel)]}>
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <DayField name="day" label="移交日期" max={today} />
      <Form.Item
        label="委托文件"
        htmlFor="handover-file"
        required
        extra={`PDF，不超过 ${COUNSEL_HANDOVER_FILE_BYTES_MAX / MEGABYTE} MB`}
        name="file"
        rules={[
          {
            validator: async () => {
              if (!file) throw new Error('请选择委托文件')
              if (file.size > COUNSEL_HANDOVER_FILE_BYTES_MAX)
                throw new Error(`委托文件不能超过 ${COUNSEL_HANDOVER_FILE_BYTES_MAX / MEGABYTE} MB`)
            },
          },
        ]}
        valuePropName="data-file"
      >
        <input id="handover-file" type="file" accept=".pdf" onChange={(event) => setFile(event.target.files?.[0])} />
      </Form.Item>
      <Form.Item name="note" label="备注" rules={[toFormRule(note)]}>
        <Input.TextArea rows={2} maxLength={200} />
      </Form.Item>
    </FormDrawer>
  )
}

const reasoned = {
  withdraw: { title: '撤回承诺', successMessage: '已撤回', run: collectionApi.withdrawPromise },
  takeBack: { title: '从律师处收回', successMessage: '已收回', run: collectionApi.takeBack },
} as const

function ReasonDrawer({ task: { enterpriseId, id }, open, close, verb }: Props & { verb: keyof typeof reasoned }) {
  const { title, successMessage, run } = reasoned[verb]
  const call = useApiMutation(run, { invalidates: invalidatedByCollection, successMessage, close })
  return (
    <FormDrawer<{ reason: string }>
      title={title}
      open={open}
      close={close}
      busy={call.isPending}
      initial={{}}
      submit={({ reason }) => call.mutate({ enterpriseId, id, reason })}
      submitText={title}
    >
      <ReasonField max={REASON_MAX} />
    </FormDrawer>
  )
}

function StopDrawer({ task: { enterpriseId }, open, close, decided }: Props) {
  const propose = useApiMutation(orderStopApi.proposePut, settles({ close, decided }, '已提交，等另一位财务人员同意'))
  return (
    <FormDrawer<{ scope: OrderStopScope; reason: string; contact: string }>
      title="申请停单"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{ scope: 'credit' }}
      submit={(given) => propose.mutate({ enterpriseId, ...given })}
      submitText="提交申请"
    >
      <p className="drawer-lead">另一位财务人员同意后生效；企业下单时会看到原因和联系方式。</p>
      <Form.Item name="scope" label="范围">
        <Radio.Group options={labelled(orderStopScopes)} />
      </Form.Item>
      <ReasonField max={REASON_MAX} />
      <Form.Item
        name="contact"
        label="联系人和电话"
        required
        rules={[toFormRule(consoleOrderStopEndpoints.proposePut.input.shape.contact)]}
      >
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}

function LiftDrawer({ task: { enterpriseId }, open, close, decided }: Props) {
  const propose = useApiMutation(orderStopApi.proposeLift, settles({ close, decided }, '已提交，等另一位财务人员同意'))
  return (
    <FormDrawer<{ reason: string }>
      title="申请解除停单"
      open={open}
      close={close}
      busy={propose.isPending}
      initial={{}}
      submit={({ reason }) => propose.mutate({ enterpriseId, reason })}
      submitText="提交申请"
    >
      <ReasonField max={REASON_MAX} />
    </FormDrawer>
  )
}

/** The form of what is to be done to a task. */
export function CollectionTaskFormDrawer({ form, ...props }: Props & { form: CollectionTaskFormKind | undefined }) {
  switch (form) {
    case 'note':
      return <NoteDrawer {...props} />
    case 'promise':
      return <PromiseDrawer {...props} />
    case 'letter':
      return <LetterDrawer {...props} />
    case 'handOver':
      return <HandOverDrawer {...props} />
    case 'withdraw':
    case 'takeBack':
      return <ReasonDrawer {...props} verb={form} />
    case 'stop':
      return <StopDrawer {...props} />
    case 'lift':
      return <LiftDrawer {...props} />
    default:
      return null
  }
}
