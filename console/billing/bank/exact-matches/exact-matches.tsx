import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Form } from 'antd'
import { useRef, useState } from 'react'
import { bankApi, exactBankMatchesQuery, invalidatedByBankLineAssignment } from '#console/billing/bank/bank-api.ts'
import { createRequireOneRule, RefusedMoney } from '#console/billing/bank/chosen-money.tsx'
import { formatEnterpriseName } from '#console/people/enterprises/enterprise-view.ts'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useOnScreenLeave } from '#console/platform/components/use-on-screen-leave.ts'
import { ServerWorkProgress } from '#console/platform/components/work-progress.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { ExactBankMatch } from '#contract/billing/bank/shapes.ts'
import { formatMoney, sum } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { formatCount } from '#ui/format.ts'
import '#console/billing/bank/bank.css'

/** What became of the chosen lines: those with a refusal wait as before. */
interface Outcome {
  settled: readonly ExactBankMatch[]
  refused: readonly { match: ExactBankMatch; why: string }[]
}

/** The button that confirms all lines which pay a transfer beyond doubt; nothing while there are none. */
export function ConfirmExactBankMatchesButton() {
  const { allowed } = usePermission(consoleBankEndpoints.assign)
  const { data } = useQuery({ ...exactBankMatchesQuery, enabled: allowed })
  const drawer = useDrawer<readonly ExactBankMatch[]>()
  const matches = data?.matches ?? []
  return (
    <>
      {matches.length > 0 && (
        <Button type="primary" aria-keyshortcuts="A" onClick={() => drawer.show(matches)}>
          确认完全相符的 {formatCount(data?.total ?? 0)} 条
        </Button>
      )}
      {drawer.subject && (
        <ExactMatchesDrawer
          key={drawer.subject.map(({ line }) => line.id).join()}
          matches={drawer.subject}
          open={drawer.open}
          close={drawer.close}
        />
      )}
    </>
  )
}

/** Confirms the chosen lines one after the other, so that one that cannot be used stops no other. It ends when the screen is left. */
function useConfirmation(close: () => void) {
  const [done, setDone] = useState(0)
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
  }
  useOnScreenLeave(stop)
  const confirmation = useApiMutation<readonly ExactBankMatch[], Outcome>(
    async (chosen) => {
      stopped.current = false
      const [settled, refused]: [ExactBankMatch[], { match: ExactBankMatch; why: string }[]] = [[], []]
      for (const [at, match] of chosen.entries()) {
        if (stopped.current) break
        setDone(at)
        const { enterpriseId, paymentId, amount } = match.transfer
        const parts = [{ to: 'payment' as const, enterpriseId, paymentId: paymentId ?? '', amount }]
        const why = await bankApi.assign({ lineId: match.line.id, rest: match.line.rest, parts }).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof Refusal) return error.message
            throw error
          },
        )
        if (why === undefined) settled.push(match)
        else refused.push({ match, why })
      }
      return { settled, refused }
    },
    {
      invalidates: invalidatedByBankLineAssignment,
      successMessage: ({ settled }) =>
        `已入账 ${formatCount(settled.length)} 条，共 ${formatMoney(sum(settled.map(({ line }) => line.amount)))}`,
      onSuccess: ({ refused }) => {
        if (refused.length === 0) close()
      },
    },
  )
  return { confirmation, done, stop }
}

interface Props {
  matches: readonly ExactBankMatch[]
  open: boolean
  close: () => void
}

const requireOne = createRequireOneRule('请至少选择一条')

/** The lines with what each pays. All are chosen at first. */
function ExactMatchesDrawer({ matches, open, close }: Props) {
  const { confirmation, done, stop } = useConfirmation(close)
  const { data: outcome, isPending, variables } = confirmation
  const [chosen, setChosen] = useState(() => matches.map(({ line }) => line.id))
  const left = matches.filter((match) => !outcome?.settled.includes(match))
  const refused = outcome?.refused ?? []
  const picked = left.filter(({ line }) => chosen.includes(line.id))
  const total = formatMoney(sum(picked.map(({ line }) => line.amount)))
  return (
    <FormDrawer<{ chosen: string[] }>
      title="确认完全相符的流水"
      open={open}
      close={() => {
        stop()
        close()
      }}
      busy={isPending}
      initial={{ chosen }}
      submit={() => confirmation.mutate(picked)}
      submitText={`入账 ${formatCount(picked.length)} 条，共 ${total}`}
      wide
    >
      <p className="drawer-lead">
        转账附言、金额和户名都与等待到账的款项一致，整条流水用完。取消勾选的留待逐条认领；入账当天可以在“撤销当天确认”中撤销。
      </p>
      <RefusedMoney
        title={`${formatCount(refused.length)} 条没有入账，仍待认领`}
        rows={refused.map(({ match: { line }, why }) => ({ key: line.id, about: `${line.payerName} ${formatMoney(line.amount)}`, why }))}
      />
      {isPending && (
        <ServerWorkProgress
          label="正在入账"
          done={done}
          of={variables.length}
          text={`${formatCount(done)} / ${formatCount(variables.length)}`}
          note="关闭窗口或离开后，其余不再入账"
        />
      )}
      <Form.Item name="chosen" rules={[{ validator: requireOne }]}>
        <Checkbox.Group
          className="exact-matches"
          disabled={isPending}
          onChange={setChosen}
          options={left.map((match) => ({ value: match.line.id, label: <Match match={match} /> }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

const Match = ({ match: { line, transfer } }: { match: ExactBankMatch }) => (
  <span className="exact-match">
    <span>{formatEnterpriseName({ name: transfer.enterpriseName })}</span>
    <b className="num">{formatMoney(line.amount)}</b>
    <small>
      <span className="num">{line.day}</span> 到账 · {transfer.title} · 转账附言 <span className="num">{transfer.remarkCode}</span>
    </small>
  </span>
)
