import { type FormEvent, useState } from 'react'
import type { CompanyGroupMemberRow } from '#contract/billing/company-groups/shapes.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedState } from '#storefront/platform/components/use-persisted-state.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { GROUP_BUYERS_QUERY_KEY, groupBuyerApi, useProposablePersons } from './group-api.ts'

interface Props {
  members: readonly CompanyGroupMemberRow[]
  close: () => void
}

/** Proposes a sub-account of the parent as its buyer for one member. */
export function ProposeGroupBuyerForm({ members, close }: Props) {
  const persons = useProposablePersons()
  return (
    <QueryContent from={persons} skeleton={<Skeleton className="h-40" />}>
      {(found) =>
        found.length === 0 ? (
          <EmptyState
            title="没有可以委派的人员"
            hint="先在账号管理中为采购同事开通子账号，对方接受邀请后即可委派"
            action={<ButtonLink to="/account">账号管理</ButtonLink>}
          />
        ) : (
          <Form
            persons={found.map(({ id, name, mobile }) => ({ value: id, label: `${name} ${mobile}` }))}
            members={members}
            close={close}
          />
        )
      }
    </QueryContent>
  )
}

function Form({ persons, members, close }: Props & { persons: readonly { value: string; label: string }[] }) {
  const [draft, setDraft, sent] = usePersistedState('proposed buyer', () => ({
    subUserId: '',
    memberId: members.length === 1 ? (members[0]?.enterpriseId ?? '') : '',
  }))
  const { subUserId, memberId } = draft
  const [asked, setAsked] = useState(false)
  const propose = useApiMutation(groupBuyerApi.propose, {
    clearStoredForm: sent,
    invalidates: [GROUP_BUYERS_QUERY_KEY],
    fields: ['subUserId', 'memberId'],
    onSuccess: () => {
      showNotice('已委派，等待成员主账号授权')
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (subUserId !== '' && memberId !== '') propose.mutate({ memberId, subUserId })
  }
  return (
    <form noValidate onSubmit={submit}>
      <SelectField
        label="采购员"
        required
        options={persons}
        value={subUserId}
        onChange={(chosen) => {
          propose.clearError()
          setDraft((now) => ({ ...now, subUserId: chosen }))
        }}
        error={asked && subUserId === '' ? '请选择本公司的子账号' : propose.errorsByField.subUserId}
      />
      <SelectField
        label="为哪家成员采购"
        required
        options={members.map(({ enterpriseId, name }) => ({ value: enterpriseId, label: name ?? '' }))}
        value={memberId}
        onChange={(chosen) => {
          propose.clearError()
          setDraft((now) => ({ ...now, memberId: chosen }))
        }}
        error={asked && memberId === '' ? '请选择成员' : propose.errorsByField.memberId}
        hint="成员主账号会收到通知，由其决定权限和采购限额"
      />
      <FormButtons submit="委派" busy={propose.isPending} onCancel={close} />
    </form>
  )
}
