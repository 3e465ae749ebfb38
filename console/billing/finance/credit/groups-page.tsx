import { Link, useNavigate } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { Plus } from 'lucide-react'
import { EnterpriseField } from '#console/people/enterprises/enterprise-field.tsx'
import { EnterpriseLink } from '#console/people/enterprises/enterprise-link.tsx'
import { invalidatedByCreditLimit } from '#console/people/enterprises/enterprises-api.ts'
import { FormDrawer, useDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { type Column, countColumn, customColumn, instantColumn, moneyColumn } from '#console/platform/components/list/columns.tsx'
import { exportApi } from '#console/platform/components/list/export-api.ts'
import { textFilter } from '#console/platform/components/list/filters.ts'
import { ListPage } from '#console/platform/components/list/list-page.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { type CompanyGroupRow, consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { Text } from '#contract/platform/core/fields.ts'
import { subtractFen } from '#contract/platform/core/money.ts'
import { CreditTabs } from './credit-nav.tsx'
import { companyGroupApi } from './groups-api.ts'

const fields = { keyword: textFilter('搜索', Text(50), '集团或母公司名称') }

const columns: Column<CompanyGroupRow>[] = [
  customColumn({
    title: '集团',
    value: ({ enterpriseId, name }) => (
      <Link to="/credit_group" search={{ enterpriseId }}>
        {name}
      </Link>
    ),
  }),
  customColumn({ title: '母公司', value: (row) => <EnterpriseLink row={row} /> }),
  countColumn({ title: '成员', value: ({ members }) => members }),
  moneyColumn({ title: '集团额度', value: ({ limit }) => limit }),
  moneyColumn({ title: '已占用', value: ({ taken }) => taken }),
  moneyColumn({ title: '未分配', value: ({ limit, taken }) => subtractFen(limit, taken) }),
  instantColumn({ title: '建立时间', value: ({ createdAt }) => createdAt }),
]

interface Values {
  enterpriseId: string
  name: string
}

function CreateGroupDrawer({ open, close }: { open: boolean; close: () => void }) {
  const navigate = useNavigate()
  const create = useApiMutation(companyGroupApi.create, { invalidates: invalidatedByCreditLimit, successMessage: '集团已建立' })
  const submit = (typed: Values) =>
    create.mutate(typed, {
      onSuccess: () => {
        close()
        void navigate({ to: '/credit_group', search: { enterpriseId: typed.enterpriseId } })
      },
    })
  return (
    <FormDrawer<Values> title="建立集团" open={open} close={close} busy={create.isPending} initial={{}} submit={submit} submitText="建立">
      <p className="drawer-lead">
        母公司现有的固定额度成为集团额度。成员加入时带入自己的固定额度，合计能欠的不变；之后由母公司在集团额度内分配。
      </p>
      <EnterpriseField name="enterpriseId" label="母公司" missing="请选择母公司" />
      <Form.Item name="name" label="集团名称" required rules={[toFormRule(consoleCompanyGroupEndpoints.create.input.shape.name)]}>
        <Input maxLength={50} autoComplete="off" placeholder="如：华岳集团" />
      </Form.Item>
    </FormDrawer>
  )
}

/** 集团: companies that share one limit. */
export function Page() {
  const drawer = useDrawer<null>()
  const may = usePermission(consoleCompanyGroupEndpoints.create).allowed
  return (
    <>
      <ListPage
        title="集团"
        note="一家母公司与成员共用一个集团额度，各自的份额合计不超过它。"
        queryKey={['finance', 'groups']}
        fields={fields}
        list={(input, options) => companyGroupApi.list(input, options)}
        columns={columns}
        rowKey={({ enterpriseId }) => enterpriseId}
        width={1040}
        above={<CreditTabs />}
        exportRows={(input) => exportApi.companyGroups(input)}
        actions={
          may && (
            <Button type="primary" icon={<Plus size={15} aria-hidden />} onClick={() => drawer.show(null)}>
              建立集团
            </Button>
          )
        }
        empty="还没有集团"
        next="为一家母公司建立集团，再邀请成员"
      />
      <CreateGroupDrawer open={drawer.open} close={drawer.close} />
    </>
  )
}
