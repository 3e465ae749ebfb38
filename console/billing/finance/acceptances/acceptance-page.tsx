import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { acceptanceApi, fileApi, invalidatedByFinance } from '#console/billing/finance/finance-api.ts'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { PictureViewer } from '#console/platform/components/picture-viewer.tsx'
import { createRecordPage } from '#console/platform/components/record-page.tsx'
import { EmptyState, QueryPage } from '#console/platform/components/states.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { acceptanceLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { consoleAcceptanceEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import type { OutputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { formatToMinute } from '#ui/format.ts'
import { acceptanceTones } from './acceptances-page.tsx'

const TITLE = '票据详情'

type Bill = OutputOf<typeof consoleAcceptanceEndpoints.detail>

function One({ enterpriseId, id }: { enterpriseId: string; id: string }) {
  const found = useQuery({ queryKey: ['finance', 'acceptance', 'one', id], queryFn: () => acceptanceApi.detail({ enterpriseId, id }) })
  const { reason: whyNot } = usePermission(consoleAcceptanceEndpoints.accept)
  return (
    <QueryPage title={TITLE} from={found}>
      {(bill) => (
        <>
          <PageHead
            title={
              <>
                <span className="num">{bill.billNo}</span> <Tag tone={acceptanceTones[bill.state]}>{bill.label}</Tag>
              </>
            }
            note={<EnterpriseLink row={bill} />}
            actions={<Actions bill={bill} />}
          />
          <div className="beside">
            <div>
              <BillFacts bill={bill} />
            </div>
            {whyNot === undefined ? (
              <PictureViewer
                title="票据图片"
                pictures={[{ fileId: bill.fileId, label: '票面' }]}
                none="没有图片"
                load={(fileId, options) => fileApi.viewPayment({ enterpriseId, fileId }, options)}
              />
            ) : (
              <Panel title="票据图片">
                <EmptyState title={whyNot} />
              </Panel>
            )}
          </div>
        </>
      )}
    </QueryPage>
  )
}

const BillFacts = ({ bill }: { bill: Bill }) => (
  <Panel title="票据">
    <FactList
      facts={[
        [
          '票面金额',
          <b key="amount" className="num">
            {formatMoney(bill.amount)}
          </b>,
        ],
        ['承兑人', bill.acceptor],
        [
          '到期日',
          <span key="day" className="num">
            {bill.maturityDay}
          </span>,
        ],
        [
          '提交',
          <span key="in" className="num">
            {formatToMinute(bill.submittedAt)}
          </span>,
        ],
        [
          '处理',
          bill.decidedAt ? (
            <span key="decided" className="num">
              {formatToMinute(bill.decidedAt)}
            </span>
          ) : (
            '—'
          ),
        ],
        [
          '结束',
          bill.endedAt ? (
            <span key="ended" className="num">
              {formatToMinute(bill.endedAt)}
            </span>
          ) : (
            '—'
          ),
        ],
        ['意见', bill.opinion ?? '—'],
      ]}
    />
  </Panel>
)

const OPINION = consoleAcceptanceEndpoints.reject.input.shape.opinion

function Actions({ bill }: { bill: Bill }) {
  const { enterpriseId, id, state, amount } = bill
  const { reason: why } = usePermission(consoleAcceptanceEndpoints.accept)
  const confirm = useConfirm()
  const drawer = useDrawer<'reject' | 'bounce'>()
  const accept = useApiMutation(acceptanceApi.accept, { refresh: invalidatedByFinance, said: '已接收，票款用于还款' })
  const honour = useApiMutation(acceptanceApi.honour, { refresh: invalidatedByFinance, said: '已登记兑付' })
  const can = (verb: 'accept' | 'reject' | 'bounce' | 'honour') => acceptanceLifecycle.verbs[verb].from.includes(state)
  const openConfirm = (title: string, content: string, run: () => Promise<unknown>) => confirm({ title, content, okText: '确定', run })
  const grey = toDisabledProps(why)
  return (
    <>
      {can('reject') && (
        <Button danger {...grey} onClick={() => drawer.show('reject')}>
          拒收
        </Button>
      )}
      {can('accept') && (
        <Button
          type="primary"
          {...grey}
          onClick={() =>
            openConfirm(`接收票据 ${formatMoney(amount)}？`, '按票面金额还款，当日起计。', () => accept.mutateAsync({ enterpriseId, id }))
          }
        >
          接收
        </Button>
      )}
      {can('bounce') && (
        <Button danger {...grey} onClick={() => drawer.show('bounce')}>
          退票
        </Button>
      )}
      {can('honour') && (
        <Button
          type="primary"
          {...grey}
          onClick={() =>
            openConfirm(`票款 ${formatMoney(amount)} 已到银行？`, '登记后不能再退票。', () => honour.mutateAsync({ enterpriseId, id }))
          }
        >
          登记兑付
        </Button>
      )}
      <OpinionDrawer bill={bill} verb={drawer.subject ?? 'reject'} open={drawer.open} close={drawer.close} />
    </>
  )
}

function OpinionDrawer({ bill, verb, open, close }: { bill: Bill; verb: 'reject' | 'bounce'; open: boolean; close: () => void }) {
  const { enterpriseId, id, amount } = bill
  const reject = useApiMutation(acceptanceApi.reject, { refresh: invalidatedByFinance, said: '已拒收，企业会收到原因', done: close })
  const bounce = useApiMutation(acceptanceApi.bounce, { refresh: invalidatedByFinance, said: '已退票，还款已冲回', done: close })
  const call = verb === 'reject' ? reject : bounce
  return (
    <FormDrawer<{ opinion: string }>
      title={verb === 'reject' ? '拒收票据' : '退票'}
      open={open}
      close={close}
      busy={call.isPending}
      initial={{}}
      submit={({ opinion }) => call.mutate({ enterpriseId, id, opinion })}
      submitText={verb === 'reject' ? '拒收' : '退票'}
      grave
    >
      <p className="drawer-lead">
        {formatMoney(amount)} · {verb === 'reject' ? '拒收后不用于还款。' : '它偿还的账单恢复待还，从今天起重新计息。'}
      </p>
      <Form.Item name="opinion" label="原因" required rules={[toFormRule(OPINION)]}>
        <Input.TextArea rows={3} showCount maxLength={200} placeholder="企业会看到" />
      </Form.Item>
    </FormDrawer>
  )
}

/** One acceptance bill next to its picture, and the actions that its state allows. */
export const Page = createRecordPage(
  { title: TITLE, by: ['enterpriseId', 'id'], what: '票据', choose: <Link to="/acceptances">到票据列表选择</Link> },
  One,
)
