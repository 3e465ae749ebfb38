import { FactList, Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { type PunchOutSetup, punchOutProtocols } from '#contract/integration/integration/punch-out/shapes.ts'
import { instantCell } from './key-columns.tsx'

/** 采购系统: how a company's procurement system is connected. Its secret is nowhere. */
export function PunchOutPanel({ setup }: { setup: PunchOutSetup }) {
  const { protocol, active, userName, fromDomain, fromIdentity, subAccountName, returnHosts, onCredit, lastUsedAt } = setup
  return (
    <Panel title="采购系统">
      <FactList
        facts={[
          ['协议', punchOutProtocols[protocol].label],
          [
            '状态',
            <Tag key="state" tone={active ? 'good' : 'over'}>
              {active ? '使用中' : '已停用'}
            </Tag>,
          ],
          [protocol === 'OCI' ? '用户名' : 'From', protocol === 'OCI' ? userName : `${fromDomain} ${fromIdentity}`],
          ['子账号', subAccountName === '' ? '已删除' : subAccountName],
          ['价格', onCredit ? '赊销价' : '现金价'],
          ['返回域名', returnHosts.join('、')],
          ['最近使用', instantCell(lastUsedAt)],
        ]}
      />
    </Panel>
  )
}
