import { Button } from 'antd'
import type { StaffRow } from '../../contract/staff/staff-api.ts'
import { useConfirm } from '../kit/form/use-confirm.tsx'
import { useCall } from '../kit/use-call.ts'
import { useStaff } from '../session/use-staff.ts'
import type { Initial } from './initial-password.tsx'
import { staffAccountApi, staffMoves } from './staff-api.ts'

interface Props {
  row: StaffRow
  modify: (row: StaffRow) => void
  tell: (initial: Initial) => void
}

const OWN = '不能对自己的账号做此操作，请由另一位管理员处理'

/** What can be done to an account, each asked before it is done. */
export function StaffActions({ row, modify, tell }: Props) {
  const own = useStaff()?.staffId === row.staffId
  const acts = useActs(row, tell)
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

function useActs({ staffId, name, email, status }: StaffRow, tell: (initial: Initial) => void) {
  const confirm = useConfirm()
  const setStatus = useCall(staffAccountApi.setStatus, { refresh: staffMoves, said: status === 1 ? '已停用' : '已启用' })
  const resetPwd = useCall(staffAccountApi.resetPwd, {
    refresh: staffMoves,
    done: ({ initialPwd, initialUntil }) => tell({ email, initialPwd, initialUntil }),
  })
  const resetTotp = useCall(staffAccountApi.resetTotp, { refresh: staffMoves, said: '已解除绑定，下次登录重新绑定' })
  const endSessions = useCall(staffAccountApi.endSessions, { refresh: staffMoves, said: '已退出登录' })
  const out = '该员工会立即从所有设备退出登录。'
  return {
    toggle: () => {
      if (status === 0) return setStatus.mutate({ staffId, status: 1 })
      const run = () => setStatus.mutateAsync({ staffId, status: 0 })
      confirm({ title: `停用 ${name}？`, content: `${out}停用后不能再登录，操作记录保留。`, okText: '停用', grave: true, run })
    },
    resetPwd: () => {
      const run = () => resetPwd.mutateAsync({ staffId })
      confirm({ title: `重设 ${name} 的密码？`, content: `${out}原密码失效，请把新的初始密码转告本人。`, okText: '重设', grave: true, run })
    },
    resetTotp: () => {
      const run = () => resetTotp.mutateAsync({ staffId })
      const content = `请先当面或电话核实本人身份。${out}下次登录时重新绑定手机。`
      confirm({ title: `重置 ${name} 的动态口令？`, content, okText: '重置', grave: true, run })
    },
    endSessions: () =>
      confirm({
        ...{ title: `让 ${name} 退出所有设备？`, content: '密码和动态口令不变，可以重新登录。', okText: '退出' },
        run: () => endSessions.mutateAsync({ staffId }),
      }),
  }
}
