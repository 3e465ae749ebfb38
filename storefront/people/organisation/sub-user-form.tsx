import { type FormEvent, useState } from 'react'
import type { EnterpriseSubAccount } from '#contract/people/organisation/api.ts'
import { isGroupBuyerWaiting } from '#contract/people/organisation/group-buyers.ts'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { groupBuyerApi, SUB_USERS_QUERY_KEY, subUserApi } from './organisation-api.ts'
import { parsePurchaseLimit, permissionGroups, type SubUserDraft, subUserErrors, toSubUserDraft } from './sub-user-view.ts'

interface Props {
  /** The sub-account to change; undefined: a new one. */
  known?: EnterpriseSubAccount | undefined
  onClose: () => void
}

function useSave({ known, onClose }: Props, typed: () => void) {
  const save = async ({ mobile, name, codes, orderLimit, monthLimit }: SubUserDraft) => {
    const rights = {
      permCode: codes.join(','),
      orderLimit: parsePurchaseLimit(orderLimit) ?? null,
      monthLimit: parsePurchaseLimit(monthLimit) ?? null,
    }
    if (!known) await subUserApi.add({ mobile, name: name.trim(), ...rights })
    else if (isGroupBuyerWaiting(known)) await groupBuyerApi.approve({ id: known.id, ...rights })
    else await subUserApi.modify({ id: known.id, name: name.trim(), ...rights })
  }
  return useApiMutation(save, {
    clearStoredForm: typed,
    invalidates: [SUB_USERS_QUERY_KEY],
    fields: ['mobile', 'name', 'orderLimit', 'monthLimit'],
    onSuccess: () => {
      emitClientEvent('organizationChanged')
      showNotice(known ? (isGroupBuyerWaiting(known) ? '授权已生效' : '修改已生效') : '邀请已发送')
      onClose()
    },
  })
}

function titleOf(known: EnterpriseSubAccount | undefined): string {
  if (!known) return '新增子账号'
  if (known.parentName === null) return `修改子账号：${known.name}`
  return `${isGroupBuyerWaiting(known) ? '授权' : '修改'}集团采购员：${known.name}`
}

/** The form to add or change a sub-account, or to approve a buyer of the parent: the person, his permissions, and his limits. */
export const CreateOrEditSubUserForm = ({ known, onClose }: Props) => (
  <Modal open onClose={onClose} title={titleOf(known)} wide>
    <Form known={known} onClose={onClose} />
  </Modal>
)

function Form({ known, onClose }: Props) {
  const [draft, setDraft, sent] = usePersistedState(`sub-user ${known?.id}`, () => toSubUserDraft(known))
  const [asked, setAsked] = useState(false)
  const save = useSave({ known, onClose }, sent)
  const faults = subUserErrors(draft, known === undefined)
  const fieldErrors: Partial<Record<string, string>> = { ...save.errorsByField, ...(asked ? faults : {}) }
  const set = (change: Partial<SubUserDraft>) => {
    save.clearError()
    setDraft((now) => ({ ...now, ...change }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.keys(faults).length === 0) save.mutate(draft)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-1">
      <PersonFields known={known} draft={draft} set={set} fieldErrors={fieldErrors} />
      <Permissions codes={draft.codes} onChange={(codes) => set({ codes })} />
      <div className="mt-3 grid gap-x-4 md:grid-cols-2">
        <TextField
          label="单笔采购限额（元）"
          inputMode="decimal"
          className="num"
          value={draft.orderLimit}
          onChange={({ target }) => set({ orderLimit: target.value })}
          error={fieldErrors.orderLimit}
          hint="留空为不限；超过时需主账号审批"
        />
        <TextField
          label="每月采购限额（元）"
          inputMode="decimal"
          className="num"
          value={draft.monthLimit}
          onChange={({ target }) => set({ monthLimit: target.value })}
          error={fieldErrors.monthLimit}
          hint="按当月提交且未取消的订单计算"
        />
      </div>
      <FormButtons submit={known ? (isGroupBuyerWaiting(known) ? '授权' : '保存') : '发送邀请'} busy={save.isPending} onCancel={onClose} />
    </form>
  )
}

interface PersonFieldsProps {
  known: EnterpriseSubAccount | undefined
  draft: SubUserDraft
  set: (change: Partial<SubUserDraft>) => void
  fieldErrors: Partial<Record<string, string>>
}

/** Who it is. The number of a known person cannot be changed, and the name of a buyer of the parent is that which the parent gave. */
function PersonFields({ known, draft, set, fieldErrors }: PersonFieldsProps) {
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      {known ? (
        <p className="mb-4 self-end text-mute">手机号 {known.mobile}</p>
      ) : (
        <TextField
          label="手机号"
          required
          type="tel"
          inputMode="numeric"
          maxLength={11}
          className="num"
          value={draft.mobile}
          onChange={({ target }) => set({ mobile: target.value })}
          error={fieldErrors.mobile}
          hint="会收到邀请短信；已注册的需本人接受"
        />
      )}
      {known?.parentName ? (
        <p className="mb-4 self-end text-mute">
          {known.name}，{known.parentName} 的人员
        </p>
      ) : (
        <TextField
          label="姓名"
          required
          maxLength={50}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          error={fieldErrors.name}
        />
      )}
    </div>
  )
}

/** The permissions by group. The checkbox of a group selects all of it. */
function Permissions({ codes, onChange }: { codes: readonly MemberPermissionCode[]; onChange: (codes: MemberPermissionCode[]) => void }) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-mute">权限</legend>
      <div className="flex flex-col gap-3 rounded-control border border-line-soft p-3">
        {permissionGroups.map(({ group, codes: own }) => {
          const held = own.filter(({ code }) => codes.includes(code)).length
          const without = codes.filter((code) => !own.some((one) => one.code === code))
          return (
            <div key={group}>
              <Checkbox
                label={`${group}：全部`}
                value={held === 0 ? 'none' : held === own.length ? 'all' : 'some'}
                onChange={(checked) => onChange(checked ? [...without, ...own.map(({ code }) => code)] : without)}
              >
                <span className="font-medium">{group}</span>
              </Checkbox>
              <div className="mt-2 flex flex-wrap gap-x-6 gap-y-2 pl-7">
                {own.map(({ code, label }) => (
                  <Checkbox
                    key={code}
                    label={label}
                    value={codes.includes(code) ? 'all' : 'none'}
                    onChange={(checked) => onChange(checked ? [...codes, code] : codes.filter((one) => one !== code))}
                  >
                    <span>{label}</span>
                  </Checkbox>
                ))}
              </div>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
