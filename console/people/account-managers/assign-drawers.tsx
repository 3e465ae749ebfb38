import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { FormDrawer } from '#console/platform/components/forms/form-drawer.tsx'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import type { AccountManagerRow } from '#contract/people/account-managers/api.ts'
import { UNMANAGED_ENTERPRISES_FILTER_VALUE } from '#contract/people/account-managers/manager-filter.ts'
import { accountManagerApi, accountManagerChoicesQuery, invalidatedByAccountManagerAssignment } from './account-manager-api.ts'

interface ManagedCompany {
  enterpriseId: string
  manager: { staffId: string; name: string } | null
}

interface Props {
  open: boolean
  close: () => void
}

interface Values {
  staffId: string
}

const NOBODY = { value: UNMANAGED_ENTERPRISES_FILTER_VALUE, label: '不再有客户经理' }
/** Converts the chosen option to the id of the person; null: nobody. */
const toStaffId = (chosen: string): string | null => (chosen === NOBODY.value ? null : chosen)

/** A field for somebody who may have companies, or nobody. It begins empty, so that nobody loses his companies by a press too many. */
function ManagerField({ without }: { without?: string }) {
  const people = useQuery(accountManagerChoicesQuery)
  const options = (people.data ?? [])
    .filter(({ staffId, active }) => active && staffId !== without)
    .map(({ staffId, name }) => ({ value: staffId, label: name }))
  return (
    <Form.Item name="staffId" label="客户经理" extra="客服或管理员" required rules={[{ required: true, message: '请选择客户经理' }]}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={[...options, NOBODY]}
        loading={people.isPending}
        getPopupContainer={getParentOverlayContainer}
        placeholder="请选择"
        notFoundContent={people.error ? people.error.message : '没有可选的员工'}
      />
    </Form.Item>
  )
}

/** Gives companies to an account manager. A company that a colleague has given away meanwhile stays as it is. */
export function AssignAccountManagerDrawer({
  companies,
  open,
  close,
  done,
}: Props & { companies: readonly ManagedCompany[]; done?: () => void }) {
  const assign = useApiMutation(accountManagerApi.assign, {
    invalidates: invalidatedByAccountManagerAssignment,
    successMessage: ({ count }) => (count === companies.length ? '客户经理已更新' : `已更新 ${count} 家；其余没有变化，或已由同事另行设置`),
    onSuccess: () => {
      done?.()
      close()
    },
  })
  const [first] = companies
  return (
    <FormDrawer<Values>
      title="设置客户经理"
      open={open}
      close={close}
      busy={assign.isPending}
      initial={companies.length === 1 && first?.manager ? { staffId: first.manager.staffId } : {}}
      submit={({ staffId }) =>
        assign.mutate({
          companies: companies.map(({ enterpriseId, manager }) => ({ enterpriseId, seenStaffId: manager?.staffId ?? null })),
          staffId: toStaffId(staffId),
        })
      }
      submitText="保存"
    >
      <p className="drawer-lead">{companies.length} 家企业。约定的跟进随企业转给新的客户经理。</p>
      <ManagerField />
    </FormDrawer>
  )
}

/** Gives all companies of a member of staff to another. */
export function HandOverAllEnterprisesDrawer({ from, open, close }: Props & { from: AccountManagerRow }) {
  const handOver = useApiMutation(accountManagerApi.handOver, {
    invalidates: invalidatedByAccountManagerAssignment,
    successMessage: ({ count }) => `已移交 ${count} 家企业`,
    close,
  })
  return (
    <FormDrawer<Values>
      title="移交全部企业"
      open={open}
      close={close}
      busy={handOver.isPending}
      initial={{}}
      submit={({ staffId }) => handOver.mutate({ staffId: from.staffId, toStaffId: toStaffId(staffId) })}
      submitText="移交"
    >
      <p className="drawer-lead">
        {from.name} 名下的 {from.companies} 家企业连同约定的跟进全部移交。
      </p>
      <ManagerField without={from.staffId} />
    </FormDrawer>
  )
}
