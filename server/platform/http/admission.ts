import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { isGuestAccess, isPlatformKeyAccess } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'

/**
 * Kinds of work. The first is refused first. Logins and captchas are in a separate part with its own slots: a flood of them does not affect
 * other calls, and a full server does not prevent logins.
 */
export type AdmissionPriority = 'browse' | 'account' | 'change' | 'submit' | 'pay' | 'login'

/** The load up to which work of a priority is admitted. So the last slots are reserved for payments. */
const FULL_AT: Readonly<Record<AdmissionPriority, number>> = { browse: 0.5, account: 0.6, change: 0.7, submit: 0.9, pay: 1, login: 0.5 }

/** The priority of a call, as its contract defines it. */
export function computeAdmissionPriority({ admission, kind, needs, idempotent }: Endpoint): AdmissionPriority {
  if (admission) return admission
  if (isPlatformKeyAccess(needs)) return 'change'
  if (idempotent) return 'submit'
  if (kind === 'write') return 'change'
  return isGuestAccess(needs) ? 'browse' : 'account'
}

/** The holder of a quota, if one company or address may not take all slots. */
interface Holder {
  name: string
  most: number
}

/** The holder whose quota a call uses, if one company or one address could take all slots. */
export function computeQuotaHolder(
  { idempotent }: Endpoint,
  { caller, visitor }: Pick<FastifyRequest, 'caller' | 'visitor'>,
  { moneyInFlight, guestInFlight }: Pick<ServerLimits, 'moneyInFlight' | 'guestInFlight'>,
): Holder | undefined {
  if (idempotent && caller.kind === 'member') return { name: caller.enterpriseId, most: moneyInFlight }
  if (caller.kind === 'machine') return { name: `machine ${caller.enterpriseId}`, most: moneyInFlight }
  if (caller.kind === 'platformMachine') return { name: `machine ${caller.keyId}`, most: moneyInFlight }
  return caller.kind === 'guest' ? { name: visitor.address, most: guestInFlight } : undefined
}

/** The slots in which requests are processed. Waiting for a body takes none, so that a slow sender blocks nobody. */
export interface Admission {
  /** Runs work in a slot. Refuses before the work starts if there is no slot for its priority or its holder. */
  hold<T>(rank: AdmissionPriority, holder: Holder | undefined, work: () => Promise<T>): Promise<T>
  /** Admits an upload while its body arrives and while it is processed. Refuses only if its holder has too many uploads under way. */
  receive<T>(holder: Holder, work: () => Promise<T>): Promise<T>
  /** The number of slots in use. */
  taken(): Record<Part, number>
}

type Part = 'general' | 'login' | 'uploads'

/**
 * Work that only reads waits for its turn in its slot: more queries at once than connections to the database finish no earlier, but take
 * the CPU from refusals and payments, and all connections.
 */
const IS_QUEUED: Readonly<Record<AdmissionPriority, boolean>> = {
  browse: true,
  account: true,
  change: false,
  submit: false,
  pay: false,
  login: false,
}

/** Runs at most so much work at once, in the order in which it came. */
function createQueue(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export function createAdmission({ inFlight, readsAtOnce }: Pick<ServerLimits, 'inFlight' | 'readsAtOnce'>): Admission {
  const reads = createQueue(readsAtOnce)
  const taken: Record<Part, number> = { general: 0, login: 0, uploads: 0 }
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
      const part = rank === 'login' ? 'login' : 'general'
      refuseBeyond(part, holder)
      if (taken[part] >= inFlight * FULL_AT[rank]) refuse('OVERLOADED')
      return within(part, holder, IS_QUEUED[rank] ? () => reads(work) : work)
    },
    async receive(holder, work) {
      refuseBeyond('uploads', holder)
      return within('uploads', holder, work)
    },
    taken: () => ({ ...taken }),
  }
}
