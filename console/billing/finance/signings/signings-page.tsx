import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { signingApi } from '#console/billing/finance/finance-api.ts'
import { StatementsTabs } from '#console/billing/finance/statements/statements-nav.tsx'
import { createEnterpriseColumn } from '#console/people/enterprises/enterprise-link.tsx'
import { EnterpriseFilterPicker } from '#console/people/enterprises/enterprise-picker.tsx'
import { useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { type Column, customColumn, instantColumn, proseColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { choiceFilter, pickFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { ReasonDrawer } from '#console/platform/components/reason-drawer.tsx'
import { Tag, type TagTone } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type ConsoleSigning, consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import {
  describeSigningReason,
  getSigningStateLabel,
  isSignedFileAwaited,
  isSigningOpen,
  type SigningState,
  signingKinds,
  signingLifecycle,
} from '#contract/billing/signings/signing-lifecycle.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { toDisabledProps } from '#ui/disabled-by.ts'
import { openProviderPage } from '#ui/open-provider-page.ts'
import { saveFileToDisk } from '#ui/save-file.ts'
import { StartSigningDrawer } from './start-signing-drawer.tsx'

const fields = {
  kind: choiceFilter('文件', signingKinds),
  state: choiceFilter('状态', signingLifecycle.states),
  enterpriseId: pickFilter('企业', Id),
}

/** What waits for us is marked; what waits for the buyer is on its way. */
const tones: Record<SigningState, TagTone> = {
  DRAFT: 'way',
  WAIT_BUYER: 'way',
  WAIT_SELLER: 'wait',
  SIGNED: 'good',
  REFUSED: 'bad',
  EXPIRED: 'over',
  CANCELLED: 'over',
  VOID: 'over',
}

const invalidates = [['finance', 'signing']] as const

/** What staff do with a signing: go to sign, cancel, and take the signed file. */
function Actions({ signing, cancel }: { signing: ConsoleSigning; cancel: () => void }) {
  const { enterpriseId, id, state, fileHash, sellerSignedAt } = signing
  const { reason: why } = usePermission(consoleSigningEndpoints.link)
  const ref = { enterpriseId, id }
  const link = useApiMutation(() => signingApi.link(ref), { invalidates, onSuccess: ({ url }) => openProviderPage(url) })
  const file = useApiMutation(() => signingApi.download(ref), { onSuccess: saveFileToDisk })
  return (
    <div className="row-actions">
      {state === 'WAIT_SELLER' && sellerSignedAt === null && (
        <Button size="small" type="primary" loading={link.isPending} {...toDisabledProps(why)} onClick={() => link.mutate(undefined)}>
          去签署
        </Button>
      )}
      {fileHash !== null && (
        <Button size="small" aria-label="下载已签署文件" loading={file.isPending} onClick={() => file.mutate(undefined)}>
          下载
        </Button>
      )}
      {isSigningOpen(state) && (
        <Button size="small" {...toDisabledProps(why)} onClick={cancel}>
          撤销
        </Button>
      )}
    </div>
  )
}

const documentColumn = customColumn<ConsoleSigning>({
  title: '文件',
  width: 232,
  value: ({ kind, enterpriseId, documentNo, version }) => (
    <>
      {signingKinds[kind].label}{' '}
      {kind === 'PURCHASE' ? (
        <Link to="/order" search={{ enterpriseId, orderNo: documentNo }} className="num">
          {documentNo}
        </Link>
      ) : (
        <span className="num">{documentNo}</span>
      )}
      {version > 1 && <span className="mute"> 第 {version} 版</span>}
    </>
  ),
})

const stateColumn = customColumn<ConsoleSigning>({
  title: '状态',
  width: 112,
  value: (signing) => (
    <Tag tone={isSignedFileAwaited(signing) ? 'way' : tones[signing.state]}>{getSigningStateLabel(signing, 'seller')}</Tag>
  ),
})

/** 电子签署: what both sides sign at the provider, newest first. */
export function Page() {
  const cancelling = useDrawer<ConsoleSigning>()
  const [starting, setStarting] = useState(false)
  const { reason: why } = usePermission(consoleSigningEndpoints.startCredit)
  const { subject } = cancelling
  const cancel = useApiMutation(signingApi.cancel, { invalidates, successMessage: '已撤销', close: cancelling.close })
  const columns: Column<ConsoleSigning>[] = [
    instantColumn({ title: '发起时间', width: 136, value: ({ createdAt }) => createdAt }),
    createEnterpriseColumn(),
    documentColumn,
    stateColumn,
    instantColumn({ title: '买方签署', width: 136, value: ({ buyerSignedAt }) => buyerSignedAt }),
    instantColumn({ title: '我方签署', width: 136, value: ({ sellerSignedAt }) => sellerSignedAt }),
    proseColumn({ title: '说明', width: 152, value: describeSigningReason }),
    customColumn({ title: '操作', width: 136, value: (row) => <Actions signing={row} cancel={() => cancelling.show(row)} /> }),
  ]
  return (
    <>
      <ListPage
        title="电子签署"
        note="签署结果以签章服务为准，通知丢失时会自动补查。文件内容变更后，原签署失效，须重新发起。"
        queryKey={['finance', 'signing']}
        fields={fields}
        pickers={{ enterpriseId: EnterpriseFilterPicker }}
        list={(input, options) => signingApi.list(input, options)}
        exportRows={(input) => exportApi.signings(input)}
        columns={columns}
        rowKey={({ id }) => id}
        width={1140}
        above={<StatementsTabs />}
        actions={
          <Button type="primary" {...toDisabledProps(why)} onClick={() => setStarting(true)}>
            发起签署
          </Button>
        }
        empty="还没有电子签署"
        next="在此发起赊销协议、往来询证函的签署；买家在订单中发起购销合同的签署"
      />
      <StartSigningDrawer open={starting} close={() => setStarting(false)} />
      <ReasonDrawer
        title="撤销签署"
        lead="双方都不能再签这一份；需要时可以重新发起。"
        grave
        open={cancelling.open}
        close={cancelling.close}
        busy={cancel.isPending}
        submit={(reason) => subject && cancel.mutate({ enterpriseId: subject.enterpriseId, id: subject.id, reason })}
      />
    </>
  )
}
