import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { EnterpriseMembership } from '#contract/people/identity/shapes.ts'
import { showError, showNotice } from '#storefront/platform/components/notify.ts'
import { isEnterpriseSpecific } from '#storefront/platform/sessions/login-redirect.ts'
import { enterpriseApi, membershipsQuery, startSession } from '#storefront/platform/sessions/session.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { AuthorisingError } from '#ui/send.ts'

/** The person's seats. Read when they are asked for, so that a seat given a minute ago is there. */
export const useMemberships = (enabled = true) => useQuery({ ...membershipsQuery, enabled, staleTime: 0 })

/** What a seat is called: the company, else its operator, else what it is. */
export const membershipName = ({ enterpriseName, agentName }: Pick<EnterpriseMembership, 'enterpriseName' | 'agentName'>): string =>
  enterpriseName ?? agentName ?? '未认证企业'

/** Seats that a person can sit in or could once, and those that wait for his word. */
export const groupMemberships = (seats: readonly EnterpriseMembership[]) => ({
  own: seats.filter(({ invited }) => !invited),
  invitations: seats.filter(({ invited }) => invited),
})

/** Moves to another seat: the old token ends, the new one is stored, and all that was shown is read anew. A refusal is shown as a toast. */
export function useChangeMembership(done: (enterpriseId: string) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (enterpriseId: string) => startSession(await enterpriseApi.change({ enterpriseId })),
    onSuccess: (_, enterpriseId) => done(enterpriseId),
    onError: (error) => {
      if (error instanceof AuthorisingError) return
      showError(error.message)
      // The seat may have been taken away meanwhile.
      void queries.invalidateQueries({ queryKey: membershipsQuery.queryKey })
    },
  })
}

/** The same from within the mall: it says where one sits now, and leaves what only the company before has. */
export function useSwitchMembership(seats: readonly EnterpriseMembership[], done: () => void = () => {}) {
  const router = useRouter()
  return useChangeMembership(async (enterpriseId) => {
    done()
    const seat = seats.find((one) => one.enterpriseId === enterpriseId)
    if (seat) showNotice(`已切换到 ${membershipName(seat)}`)
    if (isEnterpriseSpecific(router.state.location.search)) await router.navigate({ to: '/user_center' })
  })
}

/** Says yes to a company's invitation. */
export const useAcceptInvitation = () =>
  useApiMutation((seat: EnterpriseMembership) => enterpriseApi.accept({ enterpriseId: seat.enterpriseId }), {
    refresh: [['user']],
    done: (_, seat) => showNotice(`已加入 ${membershipName(seat)}`),
  })
