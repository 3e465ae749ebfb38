import { keep, kept } from '../../session/page-cache.ts'

// What the first step hands to the second: in memory alone, never in the address, gone with the session.
const PAGE = '/setting_new_telephone'
const KEY = 'ticket'

const isTicket = (value: unknown): value is string => typeof value === 'string' && value !== ''

export const keepTicket = (ticket: string): void => keep(PAGE, KEY, ticket)
export const keptTicket = (): string | undefined => kept(PAGE, KEY, isTicket)
export const dropTicket = (): void => keep(PAGE, KEY, '')
