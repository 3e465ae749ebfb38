import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { EnterpriseSeat } from '../../../contract/identity/shapes.ts'
import { AuthorisingError } from '../../../ui/send.ts'
import { showError, showNotice } from '../../parts/notify.ts'
import { namesOneCompany } from '../../session/go-on.ts'
import { enterpriseApi, seated } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'

const SEATS = ['user', 'seats'] as const

/** The person's seats, invitations among them. Read when they are asked for, so that a seat given a minute ago is there. */
export const useSeats = (enabled = true) => useQuery({ queryKey: SEATS, queryFn: () => enterpriseApi.list({}), enabled, staleTime: 0 })

/** What a seat is called: the company, else its operator, else what it is. */
export const seatName = ({ enterpriseName, agentName }: Pick<EnterpriseSeat, 'enterpriseName' | 'agentName'>): string =>
  enterpriseName ?? agentName ?? '未认证企业'

/** Seats that a person can sit in or could once, and those that wait for his word. */
export const partSeats = (seats: readonly EnterpriseSeat[]) => ({
  own: seats.filter(({ invited }) => !invited),
  invitations: seats.filter(({ invited }) => invited),
})

/** Moves to another seat: the old token ends, the new one is stored, and all that was shown is read anew. A refusal is shown as a toast. */
export function useChangeSeat(done: (enterpriseId: string) => unknown) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (enterpriseId: string) => seated(await enterpriseApi.change({ enterpriseId })),
    onSuccess: (_, enterpriseId) => done(enterpriseId),
    onError: (error) => {
      if (error instanceof AuthorisingError) return
      showError(error.message)
      // The seat may have been taken away meanwhile.
      void queries.invalidateQueries({ queryKey: SEATS })
    },
  })
}

/** The same from within the mall: it says where one sits now, and leaves what only the company before has. */
export function useSwitch(seats: readonly EnterpriseSeat[], done: () => void = () => {}) {
  const router = useRouter()
  return useChangeSeat(async (enterpriseId) => {
    done()
    const seat = seats.find((one) => one.enterpriseId === enterpriseId)
    if (seat) showNotice(`已切换到 ${seatName(seat)}`)
    if (namesOneCompany(router.state.location.search)) await router.navigate({ to: '/user_center' })
  })
}

/** Says yes to a company's invitation. */
export const useAccept = () =>
  useCall((seat: EnterpriseSeat) => enterpriseApi.accept({ enterpriseId: seat.enterpriseId }), {
    refresh: [['user']],
    done: (_, seat) => showNotice(`已加入 ${seatName(seat)}`),
  })
