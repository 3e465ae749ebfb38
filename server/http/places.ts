import type { Endpoint } from '../../contract/endpoint.ts'
import { type RefusalName, refuse } from '../../contract/refusals.ts'
import type { RateLimits } from '../platform/config.ts'

/**
 * Kinds of work, from what is turned away first to what is turned away last. Whoever is at the door, to log in or to fetch the picture for
 * it, has places apart: a flood there fills no house, and a full house locks nobody out.
 */
export type Rank = 'browse' | 'account' | 'change' | 'submit' | 'pay' | 'door'

/** How full the house may be when work of a rank still comes in. The last places are thus kept for paying. */
const FULL_AT: Readonly<Record<Rank, number>> = { browse: 0.5, account: 0.6, change: 0.7, submit: 0.9, pay: 1, door: 0.5 }

const DOOR = /\/(login-by-mobile|login-by-mobile-with-image-code|log-in|captcha)$/
const PAYING = /\/pay-by-[a-z]+$/

/** The rank of a call, told from what its contract says of it. */
export function rankOf({ path, kind, needs, idempotent }: Endpoint): Rank {
  if (DOOR.test(path)) return 'door'
  if (idempotent) return PAYING.test(path) ? 'pay' : 'submit'
  if (kind === 'write') return 'change'
  return typeof needs === 'string' && needs.startsWith('guest') ? 'browse' : 'account'
}

/** Who is being worked for, where one of them may not take all the places. */
interface Holder {
  name: string
  most: number
}

/**
 * The places where requests are worked on. Waiting for a body takes none: only what the server itself does, so that nobody holds a
 * place by being slow.
 */
export interface Places {
  /** Does work in a place; refuses at once, before anything is done, when there is none for its rank or for its holder. */
  hold<T>(rank: Rank, holder: Holder | undefined, work: () => Promise<T>): Promise<T>
  /** How many are taken. */
  taken(): { house: number; door: number }
}

export function openPlaces({ inFlight }: Pick<RateLimits, 'inFlight'>): Places {
  const taken = { house: 0, door: 0 }
  const own = new Map<string, number>()
  const come = (part: 'house' | 'door', holder: Holder | undefined) => {
    taken[part]++
    if (holder) own.set(holder.name, (own.get(holder.name) ?? 0) + 1)
  }
  const go = (part: 'house' | 'door', holder: Holder | undefined) => {
    taken[part]--
    if (!holder) return
    const left = (own.get(holder.name) ?? 1) - 1
    if (left > 0) own.set(holder.name, left)
    else own.delete(holder.name)
  }
  const obstacle = (rank: Rank, part: 'house' | 'door', holder: Holder | undefined): RefusalName | undefined => {
    if (holder && (own.get(holder.name) ?? 0) >= holder.most) return 'TOO_MANY'
    return taken[part] >= inFlight * FULL_AT[rank] ? 'OVERLOADED' : undefined
  }
  return {
    async hold(rank, holder, work) {
      const part = rank === 'door' ? 'door' : 'house'
      const reason = obstacle(rank, part, holder)
      if (reason) refuse(reason)
      come(part, holder)
      try {
        return await work()
      } finally {
        go(part, holder)
      }
    },
    taken: () => ({ ...taken }),
  }
}
