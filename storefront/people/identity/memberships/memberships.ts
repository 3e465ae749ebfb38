import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnEnterpriseMembershipRow } from '#contract/people/identity/shapes.ts'
import { accountTypes } from '#contract/people/verification/verification-status.ts'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { useRouter } from '#storefront/platform/routing/routing.tsx'
import { areSearchParamsEnterpriseSpecific } from '#storefront/platform/sessions/login-redirect.ts'
import { membershipsQuery, ownEnterprisesApi, startSession } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { LoginPendingError } from '#ui/send.ts'

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

/**
 * Switches to another membership: the old token ends, the new one is stored, and all data is fetched again. A refusal is shown as a toast.
 */
export function useSwitchMembershipCall(done: (enterpriseId: string) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (enterpriseId: string) => startSession(await ownEnterprisesApi.change({ enterpriseId })),
    onSuccess: (_, enterpriseId) => done(enterpriseId),
    onError: (error) => {
      if (error instanceof LoginPendingError) return
      showError(error.message)
      // The membership may have been removed meanwhile.
      void queries.invalidateQueries({ queryKey: membershipsQuery.queryKey })
    },
  })
}

/** Switches within the mall: it shows the new enterprise, and leaves pages that belong to the old one only. */
export function useSwitchMembershipAndNavigate(memberships: readonly OwnEnterpriseMembershipRow[], done: () => void = () => {}) {
  const router = useRouter()
  return useSwitchMembershipCall(async (enterpriseId) => {
    done()
    const membership = memberships.find((one) => one.enterpriseId === enterpriseId)
    if (membership) showNotice(`已切换到 ${formatMembershipName(membership)}`)
    if (areSearchParamsEnterpriseSpecific(router.getState().location.search)) await router.navigate({ to: '/user_center' })
  })
}

/** Accepts an enterprise's invitation. */
export const useAcceptInvitation = () =>
  useApiMutation((membership: OwnEnterpriseMembershipRow) => ownEnterprisesApi.accept({ enterpriseId: membership.enterpriseId }), {
    invalidates: [['user']],
    onSuccess: (_, membership) => showNotice(`已加入 ${formatMembershipName(membership)}`),
  })
