import type { Request } from '../../ui/send.ts'

/** Whose request it was. Nobody else's login may send it. */
export interface Seat {
  userId: string
  enterpriseId: string
}

const PARKED_MAX = 20
let seat: Seat | undefined
let waiting: { request: Request; seat: Seat }[] = []

/** Remembers who sits here; requests that meet a 510 are parked under that name. */
export function nameSeat(now: Seat | undefined): void {
  seat = now
}

/** Parks a request until its own person is back. Of somebody we never knew, nothing is kept. */
export function park(request: Request): void {
  if (seat && waiting.length < PARKED_MAX) waiting.push({ request, seat })
}

/**
 * Somebody has logged in: hands out the requests that are his, in the order in which they failed, and forgets all others. One person
 * never finishes what another began, on a shared computer or in another company.
 */
export function takeParked(now: Seat): Request[] {
  const own = waiting.filter(({ seat: then }) => then.userId === now.userId && then.enterpriseId === now.enterpriseId)
  waiting = []
  return own.map(({ request }) => request)
}

/** Forgets everything: the person has logged off of his own will. */
export function dropParked(): void {
  waiting = []
  seat = undefined
}
