import { Button } from 'antd'
import { useShowSensitiveChangeResult } from '#console/people/sensitive-changes/use-show-change-result.ts'
import { SENSITIVE_CHANGE_SECOND_PERSON_TEXT } from '#console/platform/components/authentication/second-person-texts.ts'
import { useConfirm } from '#console/platform/components/forms/use-confirm.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { isSensitiveStatusChange } from '#contract/people/staff/dual-control.ts'
import type { StaffAccountRow } from '#contract/people/staff/staff-api.ts'
import type { InitialPasswordResult } from './initial-password.tsx'
import { invalidatedByStaff, staffAccountApi } from './staff-api.ts'

interface Props {
  row: StaffAccountRow
  modify: (row: StaffAccountRow) => void
  onReset: (initial: InitialPasswordResult) => void
}

const OWN = '不能对自己的账号做此操作，请由另一位管理员处理'

const WAITS = `${SENSITIVE_CHANGE_SECOND_PERSON_TEXT}；管理员和财务会收到通知。`

/** The actions on an account, each with a confirmation. */
export function StaffActions({ row, modify, onReset }: Props) {
  const own = useCurrentStaff()?.staffId === row.staffId
  const acts = useActs(row, onReset)
  const grey = own ? { disabled: true, title: OWN } : {}
  return (
    <span className="row-actions staff-actions">
      <Button size="small" onClick={() => modify(row)}>
        修改
      </Button>
      {row.status === 1 && (
        <>
          <Button size="small" {...grey} onClick={acts.resetPwd}>
            重设密码
          </Button>
          {row.secondFactor && (
            <Button size="small" {...grey} onClick={acts.resetTotp}>
              重置口令
            </Button>
          )}
          {row.sessions > 0 && (
            <Button size="small" onClick={acts.endSessions}>
              退出设备
            </Button>
          )}
        </>
      )}
      <Button size="small" danger={row.status === 1} {...grey} onClick={acts.toggle}>
        {row.status === 1 ? '停用' : '启用'}
      </Button>
    </span>
  )
}

function useActs({ staffId, name, email, status, roles }: StaffAccountRow, onReset: (initial: InitialPasswordResult) => void) {
  const confirm = useConfirm()
  const toggled = useShowSensitiveChangeResult(status === 1 ? '已停用' : '已启用')
  const setStatus = useApiMutation(staffAccountApi.setStatus, { invalidates: invalidatedByStaff, onSuccess: toggled })
  const resetPwd = useApiMutation(staffAccountApi.resetPwd, {
    invalidates: invalidatedByStaff,
    onSuccess: ({ initialPwd, initialUntil, takesEffectAt }) => onReset({ email, initialPwd, initialUntil, takesEffectAt }),
  })
  const lifted = useShowSensitiveChangeResult('已解除绑定，下次登录重新绑定')
  const resetTotp = useApiMutation(staffAccountApi.resetTotp, { invalidates: invalidatedByStaff, onSuccess: lifted })
  const endSessions = useApiMutation(staffAccountApi.endSessions, { invalidates: invalidatedByStaff, successMessage: '已退出登录' })
  const out = '该员工会立即从所有设备退出登录。'
  return {
    toggle: () => {
      if (status === 0) return setStatus.mutate({ staffId, status: 1 })
      const run = () => setStatus.mutateAsync({ staffId, status: 0 })
      const content = isSensitiveStatusChange({ roles, customCodes: [] }, 0) ? `${WAITS}届时${out}` : out
      confirm({ title: `停用 ${name}？`, content: `${content}停用后不能再登录，操作记录保留。`, okText: '停用', grave: true, run })
    },
    resetPwd: () => {
      const run = () => resetPwd.mutateAsync({ staffId })
      confirm({
        title: `重设 ${name} 的密码？`,
        content: `${WAITS}届时原密码失效，${out}请把新的初始密码转告本人。`,
        okText: '重设',
        grave: true,
        run,
      })
    },
    resetTotp: () => {
      const run = () => resetTotp.mutateAsync({ staffId })
      const content = `请先当面或电话核实本人身份。${WAITS}届时${out}下次登录时重新绑定手机。`
      confirm({ title: `重置 ${name} 的动态口令？`, content, okText: '重置', grave: true, run })
    },
    endSessions: () =>
      confirm({
        title: `让 ${name} 退出所有设备？`,
        content: '密码和动态口令不变，可以重新登录。',
        okText: '退出',
        run: () => endSessions.mutateAsync({ staffId }),
      }),
  }
}
