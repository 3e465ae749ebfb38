import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/**
 * Kinds of work, from what is turned away first to what is turned away last. Whoever is at the door, to log in or to fetch the picture for
 * it, has places apart: a flood there fills no house, and a full house locks nobody out.
 */
export type AdmissionPriority = 'browse' | 'account' | 'change' | 'submit' | 'pay' | 'door'

/** How full the house may be when work of a rank still comes in. The last places are thus kept for paying. */
const FULL_AT: Readonly<Record<AdmissionPriority, number>> = { browse: 0.5, account: 0.6, change: 0.7, submit: 0.9, pay: 1, door: 0.5 }

/** The priority of a call, by what its contract says of it. */
export function priorityOf({ admission, kind, needs, idempotent }: Endpoint): AdmissionPriority {
  if (admission) return admission
  if (idempotent) return 'submit'
  if (kind === 'write') return 'change'
  return typeof needs === 'string' && needs.startsWith('guest') ? 'browse' : 'account'
}

/** Who is being worked for, where one of them may not take all the places. */
interface Holder {
  name: string
  most: number
}

/** Whose places a call takes, where one company or one address could take all of them. */
export function quotaHolderOf(
  { idempotent }: Endpoint,
  { caller, visitor }: Pick<FastifyRequest, 'caller' | 'visitor'>,
  { moneyInFlight, guestInFlight }: Pick<ServerLimits, 'moneyInFlight' | 'guestInFlight'>,
): Holder | undefined {
  if (idempotent && caller.kind === 'member') return { name: caller.enterpriseId, most: moneyInFlight }
  if (caller.kind === 'machine') return { name: `machine ${caller.enterpriseId}`, most: moneyInFlight }
  return caller.kind === 'guest' ? { name: visitor.address, most: guestInFlight } : undefined
}

/**
 * The places where requests are worked on. Waiting for a body takes none: only what the server itself does, so that nobody holds a
 * place by being slow.
 */
export interface Admission {
  /** Does work in a place; refuses at once, before anything is done, when there is none for its rank or for its holder. */
  hold<T>(rank: AdmissionPriority, holder: Holder | undefined, work: () => Promise<T>): Promise<T>
  /** An upload while its body comes in and while it is worked with: refused only where its holder has too many under way. */
  receive<T>(holder: Holder, work: () => Promise<T>): Promise<T>
  /** How many are taken. */
  taken(): Record<Part, number>
}

type Part = 'house' | 'door' | 'uploads'

export function createAdmission({ inFlight }: Pick<ServerLimits, 'inFlight'>): Admission {
  const taken: Record<Part, number> = { house: 0, door: 0, uploads: 0 }
  const own = new Map<string, number>()
  const keyOf = (part: Part, { name }: Holder) => `${part === 'uploads' ? part : 'places'} ${name}`
  const refuseBeyond = (part: Part, holder: Holder | undefined) => {
    if (holder && (own.get(keyOf(part, holder)) ?? 0) >= holder.most) refuse('TOO_MANY')
  }
  const count = (part: Part, holder: Holder | undefined, change: 1 | -1) => {
    taken[part] += change
    if (!holder) return
    const key = keyOf(part, holder)
    const left = (own.get(key) ?? 0) + change
    if (left > 0) own.set(key, left)
    else own.delete(key)
  }
  const within = async <T>(part: Part, holder: Holder | undefined, work: () => Promise<T>): Promise<T> => {
    count(part, holder, 1)
    try {
      return await work()
    } finally {
      count(part, holder, -1)
    }
  }
  return {
    async hold(rank, holder, work) {
      const part = rank === 'door' ? 'door' : 'house'
      refuseBeyond(part, holder)
      if (taken[part] >= inFlight * FULL_AT[rank]) refuse('OVERLOADED')
      return within(part, holder, work)
    },
    async receive(holder, work) {
      refuseBeyond('uploads', holder)
      return within('uploads', holder, work)
    },
    taken: () => ({ ...taken }),
  }
}
