import { useQuery } from '@tanstack/react-query'
import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { membershipsQuery, ownEnterprisesApi } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { useSwitchMembershipWithinMall } from '#storefront/platform/sessions/use-session.ts'

/** The person's memberships. They are fetched on every visit, so that a new one appears at once. */
export const useMemberships = (enabled = true) => useQuery({ ...membershipsQuery, enabled, staleTime: 0 })

/** Returns the name of a membership: the enterprise, else its agent, else its type. */
export const formatMembershipName = ({
  enterpriseName,
  agentName,
}: Pick<OwnEnterpriseMembershipRow, 'enterpriseName' | 'agentName'>): string => enterpriseName ?? agentName ?? '未认证企业'

/** What the person is in the company: its main account, one of its sub-accounts, or a buyer of its parent. */
export const formatMembershipKind = ({
  accountType,
  asGroupBuyer,
}: Pick<OwnEnterpriseMembershipRow, 'accountType' | 'asGroupBuyer'>): string => (asGroupBuyer ? '集团采购' : accountTypes[accountType])

/** Splits the memberships into those that can be used or once could, and the invitations. */
export const splitMembershipsAndInvitations = (memberships: readonly OwnEnterpriseMembershipRow[]) => ({
  own: memberships.filter(({ invited }) => !invited),
  invitations: memberships.filter(({ invited }) => invited),
})

/** Switches within the mall and says to whom. */
export const useSwitchMembershipAndNotify = (memberships: readonly OwnEnterpriseMembershipRow[], done: () => void = () => {}) =>
  useSwitchMembershipWithinMall((enterpriseId) => {
    done()
    const membership = memberships.find((one) => one.enterpriseId === enterpriseId)
    if (membership) showNotice(`已切换到 ${formatMembershipName(membership)}`)
  })

/** Accepts an enterprise's invitation. */
export const useAcceptInvitation = () =>
  useApiMutation((membership: OwnEnterpriseMembershipRow) => ownEnterprisesApi.accept({ enterpriseId: membership.enterpriseId }), {
    invalidates: [['user']],
    onSuccess: (_, membership) => showNotice(`已加入 ${formatMembershipName(membership)}`),
  })
